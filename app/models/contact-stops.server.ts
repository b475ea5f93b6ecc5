import { and, eq, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '../db.server'
import type { Secrets } from '../secrets.server'
import { stopContact } from './enrollment-events.server'
import { rememberSuppression } from './suppression.server'

/** The contact asked for no more mail: remembered by address, all enrollments end. Idempotent. */
export async function unsubscribeContact(
  tx: Db,
  userId: string,
  contactId: string,
  now: Date,
  secrets: Secrets,
) {
  const email = await flag(tx, userId, contactId, { unsubscribed: true })
  if (email === null) return
  await rememberSuppression(tx, userId, email, 'unsubscribed', secrets)
  await stopContact(tx, userId, contactId, 'unsubscribed', now)
}

/** The address does not exist: flagged, tagged `blacklist`, remembered, all enrollments end. Idempotent. */
export async function markHardBounce(tx: Db, userId: string, contactId: string, now: Date, secrets: Secrets) {
  const email = await flag(tx, userId, contactId, {
    hardBounced: true,
    tags: sql`array(select distinct unnest(${contacts.tags} || '{blacklist}'::text[]))`,
  })
  if (email === null) return
  await rememberSuppression(tx, userId, email, 'hard_bounce', secrets)
  await stopContact(tx, userId, contactId, 'hard_bounce', now)
}

/** The contact reported a mail as spam: suppressed, remembered, all enrollments end. Idempotent. */
export async function recordComplaint(
  tx: Db,
  userId: string,
  contactId: string,
  now: Date,
  secrets: Secrets,
) {
  const email = await flag(tx, userId, contactId, { suppressed: true })
  if (email === null) return
  await rememberSuppression(tx, userId, email, 'complaint', secrets)
  await stopContact(tx, userId, contactId, 'complaint', now)
}

/** Too many mails in a row were not opened: suppressed, all enrollments end. */
export async function suppressUnopened(
  tx: Db,
  userId: string,
  contactId: string,
  now: Date,
  secrets: Secrets,
) {
  const email = await flag(tx, userId, contactId, { suppressed: true })
  if (email === null) return
  await rememberSuppression(tx, userId, email, 'suppressed', secrets)
  await stopContact(tx, userId, contactId, 'not_open_limit', now)
}

async function flag(
  tx: Db,
  userId: string,
  contactId: string,
  set: Record<string, unknown>,
): Promise<string | null> {
  const [row] = await tx
    .update(contacts)
    .set(set)
    .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
    .returning({ email: contacts.email })
  return row?.email ?? null
}
