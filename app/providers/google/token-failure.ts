import type { ProviderFailure } from '~/providers/net/failure'
import { describeNoResponse } from '~/providers/net/no-response'
import { responseOf } from './response'

/**
 * Maps a failed call to the token, revocation or userinfo endpoint (RFC 6749, 5.2). Only the error's message is kept: the
 * library's error also contains the request with its secrets.
 */
export function tokenFailure(error: unknown): ProviderFailure {
  const response = responseOf(error)
  if (!response) return { ok: false, why: 'retry', detail: describeNoResponse('Google', error) }
  const { status, body } = response
  const name = typeof body.error === 'string' ? body.error : ''
  const words = typeof body.error_description === 'string' ? body.error_description : ''
  const detail = [name, words].filter(Boolean).join(': ') || `Google returned ${status}`
  const transient = status >= 500 || status === 408 || status === 429 || /rate.?limit/i.test(name)
  return { ok: false, why: transient ? 'retry' : 'auth', detail, code: `${status} ${name}`.trim() }
}
