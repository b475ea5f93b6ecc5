import { lt, sql } from 'drizzle-orm'
import { rateLimits } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'

export interface Limit {
  /** What is counted, e.g. `login:account:<id>`. */
  key: string
  points: number
  windowSeconds: number
}

/**
 * Takes one point. Windows are fixed and use PostgreSQL's clock, so that all processes share them and restarts keep them.
 * @returns 0 if a point was left, else the seconds until the window ends
 */
export const takePoint = (db: Db, limit: Limit): Promise<number> => takePoints(db, limit, 1)

/** Takes `n` points at once. @returns 0 if enough were left, else the seconds until the window ends */
export async function takePoints(db: Db, limit: Limit, n: number): Promise<number> {
  const { remaining, resetSeconds } = await spendPoints(db, limit, n)
  return remaining < 0 ? resetSeconds : 0
}

/**
 * Takes `n` points, and says what is left.
 * @returns `remaining`: the points left, below 0 if there were too few; `resetSeconds`: the seconds until the window ends
 */
export async function spendPoints(
  db: Db,
  { key, points, windowSeconds }: Limit,
  n: number,
): Promise<{ remaining: number; resetSeconds: number }> {
  const [row] = await db
    .insert(rateLimits)
    .values({
      key,
      points: n,
      windowEndsAt: sql`now() + make_interval(secs => ${windowSeconds})` as unknown as Date,
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${rateLimits.windowEndsAt} <= now() then excluded.points else ${rateLimits.points} + excluded.points end`,
        windowEndsAt: sql`case when ${rateLimits.windowEndsAt} <= now() then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({
      points: rateLimits.points,
      left: sql<string>`ceil(extract(epoch from ${rateLimits.windowEndsAt} - now()))`,
    })
  return { remaining: points - row!.points, resetSeconds: Math.max(1, Number(row!.left)) }
}

/** Takes one point of each limit. @throws AppError TOO_MANY_REQUESTS with the longest wait. */
export async function requirePoints(db: Db, limits: Limit[], message: string): Promise<void> {
  let wait = 0
  for (const limit of limits) wait = Math.max(wait, await takePoint(db, limit))
  if (wait > 0) throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: wait })
}

/** Returns a point, because the attempt was legitimate. */
export async function returnPoint(db: Db, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ points: sql`greatest(${rateLimits.points} - 1, 0)` })
    .where(sql`${rateLimits.key} = ${key}`)
}

/** Deletes expired windows. */
export async function deleteExpiredLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, sql`now()`))
}
