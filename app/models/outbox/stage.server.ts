import { sql } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'

/**
 * Sends that are scheduled or in progress. Add this to every query by state: the partial index has exactly this condition, and
 * a bound parameter would not match it.
 */
export const isOpenSend = sql<boolean>`${emailSends.stage} = 'open'`
