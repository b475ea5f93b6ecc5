import { and, eq, inArray, sql } from 'drizzle-orm'
import { contacts, suppressions } from '#drizzle/schema'
import type { SUPPRESSION_REASONS } from '#drizzle/schema/enums'
import { type Db, executePrepared } from '~/db.server'
import { lockForNewContacts } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Secrets } from '~/secrets.server'

export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Stores a suppression by the address's keyed hash, so that it outlives the contact. Idempotent. */
export async function rememberSuppression(
  db: Db,
  userId: string,
  email: string,
  reason: SuppressionReason,
  secrets: Secrets,
): Promise<void> {
  await rememberSuppressions(db, userId, [email], reason, secrets)
}

/** Stores suppressions of many addresses for one reason. Idempotent. */
export async function rememberSuppressions(
  db: Db,
  userId: string,
  emails: string[],
  reason: SuppressionReason,
  secrets: Secrets,
): Promise<void> {
  if (emails.length === 0) return
  // In a fixed order, so that two transactions cannot deadlock.
  const hashes = [...new Set(emails.map((email) => secrets.addressHash(userId, email)))].sort()
  await db
    .insert(suppressions)
    .values(hashes.map((addressHash) => ({ userId, addressHash, reason })))
    .onConflictDoNothing()
}

/**
 * Applies the stored suppressions of their addresses to contacts that the transaction has inserted, or whose address it has changed. Only
 * sets flags, never clears them.
 */
export async function inheritSuppressions(
  db: Db,
  userId: string,
  added: { id: string; email: string }[],
  secrets: Secrets,
): Promise<void> {
  if (added.length === 0) return
  await lockForNewContacts(db, userId)
  const byHash = new Map(added.map(({ id, email }) => [secrets.addressHash(userId, email), id]))
  const found = await executePrepared<{ hash: string; reason: SuppressionReason }>(
    db,
    sql`
      select address_hash as hash, reason from suppressions
      where user_id = ${userId}::uuid and address_hash = any(${sql.param([...byHash.keys()])}::text[])`,
  )
  for (const [reason, flags] of Object.entries(FLAGS)) {
    const ids = found.filter((row) => row.reason === reason).map(({ hash }) => byHash.get(hash)!)
    if (ids.length === 0) continue
    await db
      .update(contacts)
      .set(flags)
      .where(and(isAmong(contacts.id, ids), eq(contacts.userId, userId)))
  }
}

/** The flags that a contact gets for each reason. */
const FLAGS = {
  unsubscribed: { unsubscribed: true },
  suppressed: { suppressed: true },
  complaint: { suppressed: true },
  domain: { suppressed: true },
  erased: { suppressed: true },
  hard_bounce: {
    hardBounced: true,
    tags: sql`array(select distinct unnest(${contacts.tags} || '{blacklist}'::text[]))`,
  },
} as const

/** Which of these addresses (lower case) the user has suppressed, alone or with their domain. */
export async function suppressedAddresses(
  db: Db,
  userId: string,
  emails: string[],
  secrets: Secrets,
): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const byHash = new Map(emails.map((email) => [secrets.addressHash(userId, email), email]))
  const found = await db
    .select({ hash: suppressions.addressHash })
    .from(suppressions)
    .where(and(eq(suppressions.userId, userId), inArray(suppressions.addressHash, [...byHash.keys()])))
  const domains = await suppressedDomains(db, userId, [...new Set(emails.map(domainOf))])
  return new Set([
    ...found.flatMap(({ hash }) => byHash.get(hash ?? '') ?? []),
    ...emails.filter((email) => domains.has(domainOf(email))),
  ])
}

/** Which of these domains (lower case) the user has suppressed. */
export async function suppressedDomains(db: Db, userId: string, domains: string[]): Promise<Set<string>> {
  if (domains.length === 0) return new Set()
  const rows = await db
    .select({ domain: suppressions.domain })
    .from(suppressions)
    .where(and(eq(suppressions.userId, userId), inArray(suppressions.domain, domains)))
  return new Set(rows.map((row) => row.domain!))
}

/** The part of an address after the @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
