/** Why nobody could log in at a server. */
export type Outage = 'unreachable' | 'tls'

/**
 * Why a call did not succeed.
 * - `retry`: transient; nothing was accepted. `retryAt` is set if the provider named a time.
 * - `refused`: permanent, about this message or its recipient; `hard` if it is about the address itself (5.1.x).
 * - `sender`: for now the server takes no email from this account: a limit, its reputation, a suspension. `retryAt` is set if it named a time,
 *   `period` if it named what the limit counts for.
 * - `policy`: permanent, about the content of this message or a policy.
 * - `auth`: the grant or password no longer works; the mailbox must be reconnected.
 * - `unknown`: the message may or may not have been accepted (timeout, connection lost after the hand-over).
 */
export interface ProviderFailure {
  ok: false
  why: 'retry' | 'refused' | 'sender' | 'policy' | 'auth' | 'unknown'
  /** The provider's own message, for the user. */
  detail: string
  /** Enhanced status, or HTTP status with reason, if there was one. */
  code?: string
  retryAt?: Date
  period?: 'hour' | 'day'
  /** What is wrong with the sender. */
  because?: 'limit' | 'suspended' | 'reputation' | 'identity'
  hard?: boolean
  /** For `refused`: nothing says whether the address exists. */
  isUnexplained?: boolean
  /** For `retry`: no login was possible, because the server could not be reached, or because of its TLS. */
  outage?: Outage
}
