import type { App } from '~/app'
import { takePoints } from '~/models/accounts/rate-limit.server'
import { AppError } from '../errors'

/** What calls take of a user's budget, in points: about the processor time of a long one, in units of 10 ms. */
const COSTS = { search: 1, preview: 10, check: 10, forecast: 60, export: 20, import: 20, ai: 20 } as const
export type Cost = keyof typeof COSTS

/** More than a person needs who works fast, and at most a third of a processor. */
const POINTS_PER_MINUTE = 2_000

/**
 * Takes what a call costs from the budget of its user, on screens and over `/api` alike, so that one user cannot slow down the others for long.
 * @throws AppError TOO_MANY_REQUESTS with the wait
 */
export async function charge(app: App, userId: string, cost: Cost): Promise<void> {
  const limit = { key: `budget:${userId}`, points: POINTS_PER_MINUTE, windowSeconds: 60 }
  const wait = await takePoints(app.db, limit, COSTS[cost])
  if (wait > 0)
    throw new AppError('TOO_MANY_REQUESTS', 'That was too much work within a minute. Please wait a moment.', {
      retryAfter: wait,
    })
}
