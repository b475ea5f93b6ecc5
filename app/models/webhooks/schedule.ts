import { jitter } from '~/engine/hash'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The pauses between the attempts at one delivery, in seconds: about three days together. */
const PAUSES = [
  ...[5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
  ...[12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR],
]

/** The longest pause that a server can ask for, in seconds. */
const MAX_ASKED = 24 * HOUR

/** The maximum number of attempts at one delivery. */
export const MAX_ATTEMPTS = PAUSES.length + 1

/**
 * The seconds until the next attempt at a delivery, with up to 10% jitter; null if it has failed finally.
 * @param attempts the number of attempts so far, at least 1
 * @param retryAfter the least that the server asked for
 */
export function pauseAfter(attempts: number, id: string, retryAfter: number | null): number | null {
  const pause = PAUSES[attempts - 1]
  if (pause === undefined) return null
  const own = pause + jitter(`${id}:${attempts}`, pause * 100) / 1000
  return Math.max(own, Math.min(retryAfter ?? 0, MAX_ASKED))
}
