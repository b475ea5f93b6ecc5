import { toAppError } from './errors.server'
import { redirectWithToast } from './flash.server'
import type { PageCall } from './page.server'

/**
 * The response to a deletion of something that has come into use since its dialog was shown, or that was asked for without one: the dialog
 * at the same URL, which says what is in use. Null for other errors.
 */
export function askAboutUses({ app, url }: PageCall, error: unknown): Promise<Response> | null {
  if (error instanceof Response || toAppError(error)?.code !== 'IN_USE') return null
  return redirectWithToast(app, url.pathname + url.search, {
    kind: 'error',
    title: 'This is in use',
    text: 'Check what is affected, then confirm.',
  })
}
