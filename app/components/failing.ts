import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { showToast } from './toast-viewer'

/** The words of a toast, which may depend on what was sent. */
export type Words = string | ((form: FormData) => string)

/**
 * With scripts: an act that fails on the way (no network, no server, a defect) says so in a toast and leaves the screen
 * with what was typed; its data is loaded again. Redirects and unknown ids go their way.
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
      return null
    }
  }
