import { aboutWhom } from '~/providers/mail/failure/about'
import { isObject, type MicrosoftReply, retryTime, TooLarge, textIn } from '~/providers/microsoft/call'
import type { ProviderFailure } from '~/providers/net/failure'
import { describeNoResponse, neverConnected } from '~/providers/net/no-response'

/** The kind of call: one that sends a draft, or makes it, may have worked even if no response arrived. */
export type CallKind = 'send' | 'draft' | 'read'

/** The message of the user's mailbox that is gone, or never was: `ErrorItemNotFound`, `ErrorInvalidIdMalformed`. */
export const isGone = ({ why, code }: ProviderFailure): boolean =>
  why === 'refused' && code !== undefined && /^404\b|\bErrorInvalidId|\bErrorItemNotFound/.test(code)

/** The position of a folder is lost: it must be read again (Graph: 410, `SyncStateNotFound`, `SyncStateInvalid`). */
export const isLost = ({ code }: ProviderFailure): boolean =>
  code !== undefined && /^410\b|SyncState/i.test(code)

/** Limits of the account, in Microsoft's words for them. */
const LIMITS = /MessageLimit|SubmissionQuota|RecipientLimit|SendQuota/i
/** The grant, the licence or the mailbox: the user, or an administrator, must do something. */
const GRANT =
  /InvalidAuthenticationToken|MailboxNotEnabledForRESTAPI|MailboxNotSupportedForRESTAPI|AccessDenied|Authorization/i
/** The mailbox is being moved to another server. */
const MOVING =
  /MailboxMoveInProgress|MailboxStoreUnavailable|ServerBusy|MailboxConcurrency|ApplicationThrottled/i

/**
 * Maps a refused call to Microsoft Graph (learn.microsoft.com/graph/errors, /graph/throttling). The code in the body decides before the status.
 */
export function graphFailure({ status, headers, body }: MicrosoftReply, kind: CallKind): ProviderFailure {
  const error = isObject(body.error) ? body.error : {}
  const name = textIn(error, 'code')
  const retryAt = retryTime(headers)
  const detail = (textIn(error, 'message') || `Microsoft returned ${status}`).slice(0, 2000)
  const failure = (why: ProviderFailure['why'], more: Partial<ProviderFailure> = {}): ProviderFailure => ({
    ...{ ok: false, why, detail },
    code: [status, name].filter(Boolean).join(' '),
    ...(retryAt && { retryAt }),
    ...more,
  })
  if (LIMITS.test(name)) return failure('sender', { period: 'day', because: 'limit' })
  if (/SendAsDenied/i.test(name)) return failure('sender', { because: 'identity' })
  // Nothing leaves with a draft that is only made. Whether one was sent is asked.
  if (status === 429 || (status === 503 && retryAt && kind === 'draft'))
    return failure(retryAt && kind !== 'read' ? 'sender' : 'retry')
  if (status === 401) return failure('auth')
  if (status >= 500 || status === 408) return failure(kind === 'read' ? 'retry' : 'unknown')
  if (MOVING.test(name)) return failure('retry')
  if (GRANT.test(name) || status === 403) return failure('auth')
  const { because } = aboutWhom(detail)
  if (kind !== 'read' && (because === 'limit' || because === 'suspended'))
    return failure('sender', { because })
  return failure('refused', { hard: /ErrorInvalidRecipients/i.test(name) })
}

/** Maps a call without a whole response. */
export function brokenOff(error: unknown, kind: CallKind): ProviderFailure {
  if (error instanceof TooLarge)
    return { ok: false, why: 'refused', detail: error.message, code: 'too large' }
  const untouched = kind === 'read' || neverConnected(error)
  return { ok: false, why: untouched ? 'retry' : 'unknown', detail: describeNoResponse('Microsoft', error) }
}
