import { sql } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'

/**
 * Mails that are planned or under way. Whoever looks for them by their state says this too: it is what the index holds, in
 * these very words (a parameter would not do).
 */
export const isOpen = sql<boolean>`${emailSends.stage} = 'open'`
