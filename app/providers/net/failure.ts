/**
 * Why a call did not succeed.
 * - `retry`: transient; nothing was accepted. `retryAt` when the provider named a time.
 * - `refused`: permanent, about this mail or its recipient; `hard` when about the address itself (5.1.x).
 * - `policy`: permanent, about the sender's reputation or a policy.
 * - `auth`: the grant or password no longer works; the mailbox must be reconnected.
 * - `quota`: the provider's own daily cap; `retryAt` when it said so.
 * - `unknown`: it may or may not have been accepted (time-out, line cut after the hand-over).
 */
export interface ProviderFailure {
  ok: false
  why: 'retry' | 'refused' | 'policy' | 'auth' | 'quota' | 'unknown'
  /** The provider's own words, for the user. */
  detail: string
  /** Enhanced status or HTTP status with reason, when there was one. */
  code?: string
  retryAt?: Date
  hard?: boolean
}
