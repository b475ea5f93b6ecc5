import { jitter } from './hash'

const MINUTE = 60_000
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/** How often one mail is tried before transient errors fail it. */
export const MAX_ATTEMPTS = DELAYS.length + 1

/**
 * When a mail that met a transient error is tried again, or null when it has failed for good. A time that
 * the provider named is obeyed; else the wait grows and is spread by up to a quarter.
 * @param attempts how often it was tried, at least 1
 * @param seed the send's id
 */
export function retryAt(attempts: number, now: Date, seed: string, providerRetryAt?: Date): Date | null {
  const delay = DELAYS[attempts - 1]
  if (delay === undefined) return null
  const own = new Date(now.getTime() + delay + jitter(`${seed}:${attempts}`, delay / 4))
  return providerRetryAt && providerRetryAt > now ? providerRetryAt : own
}
