import { and, arrayContains, count, eq, gt, min, sql } from 'drizzle-orm'
import { sandboxEntries, sandboxGoogleAccounts } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { Refusal } from '../http'
import type { GoogleAccount } from './accounts'
import { apiError } from './http'

const MINUTE = 60_000
const DAY = 86_400_000

/** Google's limits for one account; the defaults are its published figures. */
export interface GoogleLimits {
  /** Quota units per user and minute. */
  unitsPerMinute: number
  /** Emails in any 24 hours. */
  dailySends(email: string): number
}

export const GOOGLE_LIMITS: GoogleLimits = {
  unitsPerMinute: 6_000,
  dailySends: (email) => (/@(gmail|googlemail)\.com$/.test(email) ? 500 : 2_000),
}

/** Counts a call's units. @throws Refusal 403 with the time when the next minute's units are available */
export async function spendUnits(
  db: Db,
  limits: GoogleLimits,
  account: GoogleAccount,
  units: number,
  now: Date,
) {
  const since = new Date(now.getTime() - MINUTE).toISOString()
  const { unitsSince, unitsUsed, sub } = sandboxGoogleAccounts
  // A window ends after a minute; the sandbox's clock may also have been set back.
  const over = sql`(${unitsSince} <= ${since}::timestamptz or ${unitsSince} > ${now.toISOString()}::timestamptz)`
  const [spent] = await db
    .update(sandboxGoogleAccounts)
    .set({
      unitsUsed: sql`case when ${over} then 0 else ${unitsUsed} end + ${units}`,
      unitsSince: sql`case when ${over} then ${now.toISOString()}::timestamptz else ${unitsSince} end`,
    })
    .where(and(eq(sub, account.sub), sql`(${over} or ${unitsUsed} + ${units} <= ${limits.unitsPerMinute})`))
    .returning({ unitsUsed })
  if (spent) return
  const again = new Date(account.unitsSince.getTime() + MINUTE).toISOString()
  const message = `User-rate limit exceeded.  Retry after ${again}`
  throw new Refusal(403, apiError(403, 'userRateLimitExceeded', message, 'PERMISSION_DENIED'))
}

/** @throws Refusal 429 if the account has used up its sends of the last 24 hours */
export async function checkDailyCap(db: Db, limits: GoogleLimits, account: GoogleAccount, now: Date) {
  const [last] = await db
    .select({ sent: count(), oldest: min(sandboxEntries.internalDate) })
    .from(sandboxEntries)
    .where(
      and(
        eq(sandboxEntries.owner, account.email),
        arrayContains(sandboxEntries.labels, ['SENT']),
        gt(sandboxEntries.internalDate, new Date(now.getTime() - DAY)),
      ),
    )
  if (!last?.oldest || last.sent < limits.dailySends(account.email)) return
  const again = new Date(last.oldest.getTime() + DAY).toISOString()
  const message = `User-rate limit exceeded (Mail sending).  Retry after ${again}`
  throw new Refusal(429, apiError(429, 'rateLimitExceeded', message, 'RESOURCE_EXHAUSTED'))
}
