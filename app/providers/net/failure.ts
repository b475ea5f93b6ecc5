/**
 * Why a call did not succeed.
 * - `retry`: transient; nothing was accepted. `retryAt` is set if the provider named a time.
 * - `refused`: permanent, about this message or its recipient; `hard` if it is about the address itself (5.1.x).
 * - `sender`: for now the server takes no email from this account: a limit, a policy, a suspension. `retryAt` is set if it named a time.
 * - `policy`: permanent, about the sender's reputation or a policy.
 * - `auth`: the grant or password no longer works; the mailbox must be reconnected.
 * - `quota`: the provider's own daily cap; `retryAt` is set if it named a time.
 * - `unknown`: the message may or may not have been accepted (timeout, connection lost after the hand-over).
 */
export interface ProviderFailure {
  ok: false
  why: 'retry' | 'refused' | 'sender' | 'policy' | 'auth' | 'quota' | 'unknown'
  /** The provider's own message, for the user. */
  detail: string
  /** Enhanced status, or HTTP status with reason, if there was one. */
  code?: string
  retryAt?: Date
  hard?: boolean
}
