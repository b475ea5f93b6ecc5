import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { showToast } from '~/components/ui/toast-viewer'

/** The words of a toast, which may depend on what was sent. */
export type Words = string | ((form: FormData) => string)

/**
 * With scripts: an act that fails on the way (no network, no server, a defect) says so in a toast and leaves the screen
 * with what was typed. Redirects and unknown ids go their way.
 * Use as `export const clientAction = failing('Failed to create step')`.
 */
export const failing =
  (text: Words, title: Words = 'Error') =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const form =
      typeof text === 'string' && typeof title === 'string' ? null : await request.clone().formData()
    const say = (words: Words) => (typeof words === 'string' ? words : words(form!))
    try {
      return await serverAction()
    } catch (error) {
      if (error instanceof Response && error.status < 400) throw error
      if (isRouteErrorResponse(error) && error.status === 404) throw error
      showToast({ kind: 'error', title: say(title), text: say(text) })
      // A button's own address leads back to its screen. A form's is the screen itself: by this status nothing is loaded
      // anew, which would be lost as well and take away what was typed.
      if (new URL(request.url).pathname !== window.location.pathname) return null
      return new Response('null', { status: 503, headers: { 'Content-Type': 'application/json' } })
    }
  }
