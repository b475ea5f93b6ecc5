import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { showToast } from '~/components/ui/toast-viewer'

/** The text of a toast, which may depend on the submitted form. */
export type ToastText = string | ((form: FormData) => string)

/**
 * With scripts: a failed request (no network, no server, a defect) shows a toast and keeps the screen with everything the user typed.
 * Redirects and not-found responses pass through.
 * Use as `export const clientAction = toastOnFailure('Failed to create step')`.
 */
export const toastOnFailure =
  (text: ToastText, title: ToastText = 'Error') =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const form =
      typeof text === 'string' && typeof title === 'string' ? null : await request.clone().formData()
    const textFor = (wanted: ToastText) => (typeof wanted === 'string' ? wanted : wanted(form!))
    try {
      return await serverAction()
    } catch (error) {
      if (error instanceof Response && error.status < 400) throw error
      if (isRouteErrorResponse(error) && error.status === 404) throw error
      showToast({ kind: 'error', title: textFor(title), text: textFor(text) })
      // A button's own URL leads back to its screen. A form's URL is the screen itself: with this status nothing is reloaded, which would
      // fail as well and discard what was typed.
      if (new URL(request.url).pathname !== window.location.pathname) return null
      return new Response('null', { status: 503, headers: { 'Content-Type': 'application/json' } })
    }
  }
