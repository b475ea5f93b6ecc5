import { type HttpResponse, isObject, responseOf } from '~/providers/google/response'
import { aboutWhom } from '~/providers/mail/failure/about'
import type { ProviderFailure } from '~/providers/net/failure'
import { describeNoResponse, neverConnected } from '~/providers/net/no-response'

/** The kind of call: a send may have been accepted even if no response arrived. */
export type CallKind = 'send' | 'read'

const RATE = new Set([
  'ratelimitexceeded',
  'userratelimitexceeded',
  'quotaexceeded',
  'rate_limit_exceeded',
  'resource_exhausted',
])
const GRANT = new Set([
  'autherror',
  'insufficientpermissions',
  'access_token_scope_insufficient',
  'domainpolicy',
])
const MESSAGE = new Set(['badrequest', 'invalidargument', 'invalid', 'invalid_argument', 'uploadtoolarge'])

/**
 * Maps a failed Gmail call. The reason decides, not the status: Gmail uses 403 for rate limits, missing permissions and blocked
 * accounts, and 429 both for "slow down" and for "no more emails today".
 */
export function gmailFailure(error: unknown, phase: CallKind): ProviderFailure {
  const response = responseOf(error)
  if (!response) {
    const untouched = phase === 'read' || neverConnected(error)
    return { ok: false, why: untouched ? 'retry' : 'unknown', detail: describeNoResponse('Google', error) }
  }
  const { status } = response
  const { message, reasons } = wordsOf(response)
  const retryAt = retryTime(message)
  const failure = (why: ProviderFailure['why'], more: Partial<ProviderFailure> = {}): ProviderFailure => ({
    ok: false,
    why,
    detail: message,
    code: [status, reasons[0]].filter(Boolean).join(' '),
    ...more,
  })
  const among = (known: Set<string>) => reasons.some((reason) => known.has(reason.toLowerCase()))

  if (/mail sending/i.test(message) || among(new Set(['dailylimitexceeded'])))
    return failure('sender', { retryAt, period: 'day' })
  // Google says when the limit ends; without that, it asks for a short pause.
  if (among(RATE) || status === 429)
    return failure(retryAt && phase === 'send' ? 'sender' : 'retry', { retryAt })
  if (status === 401 || among(GRANT)) return failure('auth')
  const { because } = aboutWhom(message)
  if (phase === 'send' && status < 500 && (because === 'limit' || because === 'suspended'))
    return failure('sender', { retryAt })
  if (status === 408 || status >= 500) return failure(phase === 'send' ? 'unknown' : 'retry')
  if (among(new Set(['failedprecondition', 'failed_precondition']))) return failure('auth')
  if (status === 400 || status === 413 || among(MESSAGE)) {
    return failure('refused', { hard: /invalid to header/i.test(message) })
  }
  if (status === 403) return failure('auth')
  return failure('refused')
}

/** The status of the response behind an error, if there was one. */
export const statusOf = (error: unknown): number | undefined => responseOf(error)?.status

/** Google gives the reason in `errors`, `details` or `status`; each may be missing. */
function wordsOf({ status, body }: HttpResponse): { message: string; reasons: string[] } {
  const error = isObject(body.error) ? body.error : {}
  const lists = [error.errors, error.details].flatMap((list) => (Array.isArray(list) ? list : []))
  const reasons = [...lists.map((entry) => (isObject(entry) ? entry.reason : undefined)), error.status]
  return {
    message: typeof error.message === 'string' ? error.message : `Gmail returned ${status}`,
    reasons: reasons.filter((reason) => typeof reason === 'string'),
  }
}

/** Gmail sends no Retry-After header: the time is in the message. */
function retryTime(message: string): Date | undefined {
  const written = /retry after (\S+Z)/i.exec(message)?.[1]
  if (!written || Number.isNaN(Date.parse(written))) return undefined
  return new Date(written)
}
