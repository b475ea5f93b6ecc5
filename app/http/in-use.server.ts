import { redirect } from '@remix-run/node'
import { toAppError } from './errors.server'
import type { PageCall } from './page.server'

/**
 * The response to a deletion of something that has come into use since its dialog was shown, or that was asked for without one: the dialog
 * at the same URL, which says what is in use. Null for other errors.
 */
export function askAboutUses({ url }: PageCall, error: unknown): Response | null {
  if (error instanceof Response || toAppError(error)?.code !== 'IN_USE') return null
  return redirect(url.pathname + url.search)
}
