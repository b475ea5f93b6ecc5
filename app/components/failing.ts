import { type ClientActionFunctionArgs, isRouteErrorResponse } from '@remix-run/react'
import { showToast } from './toast-viewer'

/**
 * With scripts: an act that fails on the way (no network, no server, a defect) says so in a toast and leaves the screen
 * with what was typed; its data is loaded again. Redirects and unknown ids go their way.
 * Use as `export const clientAction = failing('Failed to create step')`.
 */
export const failing =
  (text: string | ((form: FormData) => string)) =>
  async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const words = typeof text === 'string' ? text : text(await request.clone().formData())
    try {
      return await serverAction()
    } catch (error) {
      if (error instanceof Response && error.status < 400) throw error
      if (isRouteErrorResponse(error) && error.status === 404) throw error
      showToast({ kind: 'error', title: 'Error', text: words })
      return null
    }
  }
