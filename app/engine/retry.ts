import { jitter } from './hash'

const MINUTE = 60_000
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/** The maximum number of attempts at one send before a transient error becomes final. */
export const MAX_ATTEMPTS = DELAYS.length + 1

/**
 * When to retry a send after a transient error; null if it has failed finally. Honors the provider's retry time; otherwise backs off
 * with up to 25% jitter.
 * @param attempts the number of attempts so far, at least 1
 * @param seed the send's id
 */
export function retryAt(attempts: number, now: Date, seed: string, providerRetryAt?: Date): Date | null {
  const delay = DELAYS[attempts - 1]
  if (delay === undefined) return null
  const own = new Date(now.getTime() + delay + jitter(`${seed}:${attempts}`, delay / 4))
  return providerRetryAt && providerRetryAt > now ? providerRetryAt : own
}
