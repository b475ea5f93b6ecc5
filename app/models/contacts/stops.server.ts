import { and, eq, sql } from 'drizzle-orm'
import { contactHolds, contacts, type emailSends } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { stopContact, stopContacts } from '~/models/enrollments/events.server'
import { lockAgainstNewContacts, lockEnrollmentsOf } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { ERASED } from '~/models/suppressions/erased'
import { rememberSuppression, rememberSuppressions } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'

/** The effects of each kind of stop: the flags of the contact, the suppression of its address, the end reason of enrollments. */
const STOPS = {
  /** The contact asked not to be emailed again. */
  unsubscribed: { set: { unsubscribed: true }, reason: 'unsubscribed', end: 'unsubscribed' },
  /** The address does not exist. */
  hardBounce: {
    set: {
      hardBounced: true,
      tags: sql`array(select distinct unnest(${contacts.tags} || '{blacklist}'::text[]))`,
    },
    reason: 'hard_bounce',
    end: 'hard_bounce',
  },
  /** The contact reported an email as spam. */
  complaint: { set: { suppressed: true }, reason: 'complaint', end: 'complaint' },
  /** Another program, or the user in a file, says that the contact must not be emailed. */
  doNotContact: { set: { suppressed: true }, reason: 'suppressed', end: 'suppressed' },
  /** Too many emails in a row were not opened. */
  unopened: { set: { suppressed: true }, reason: 'suppressed', end: 'not_open_limit' },
} as const
const STOP_KINDS = Object.keys(STOPS) as (keyof typeof STOPS)[]

/** Stops all emails to a contact: sets its flag, suppresses its address and ends all of its enrollments. Idempotent. */
export async function stopEmails(
  tx: Db,
  userId: string,
  contactId: string,
  kind: keyof typeof STOPS,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const { set, reason, end } = STOPS[kind]
  await lockEnrollmentsOf(tx, [contactId])
  const [row] = await tx
    .update(contacts)
    .set(set)
    .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
    .returning({ email: contacts.email })
  if (!row) return
  await tx.delete(contactHolds).where(eq(contactHolds.contactId, contactId))
  await rememberSuppression(tx, userId, row.email, reason, secrets)
  await stopContact(tx, userId, contactId, end, now)
}

/**
 * Stops all emails to the recipient of a send: to its contact, and to its address if the contact has another one by now or was deleted, so that
 * the contact who has it now or later is stopped, too. That an address does not exist says nothing about another one of the contact. A test email
 * without a contact changes nothing. Idempotent.
 */
export async function stopRecipient(
  tx: Db,
  send: Pick<
    typeof emailSends.$inferSelect,
    'userId' | 'contactId' | 'recipientEmail' | 'isTest' | 'isManual'
  >,
  kind: keyof typeof STOPS,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const { userId, contactId, recipientEmail, isTest, isManual } = send
  const [contact] = contactId
    ? await tx
        .select({ id: contacts.id, email: contacts.email })
        .from(contacts)
        .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
    : []
  // What the user writes may go to other people, too: it counts for the contact alone.
  const isMoved = contact && !isManual && contact.email.toLowerCase() !== recipientEmail.toLowerCase()
  if (contact && !(isMoved && kind === 'hardBounce'))
    await stopEmails(tx, userId, contact.id, kind, now, secrets)
  if ((contact ? isMoved : !isTest) && recipientEmail !== ERASED)
    await stopAddresses(tx, userId, [{ email: recipientEmail, kind }], now, secrets)
}

/**
 * Stops all emails to addresses, whether they are contacts yet or not: suppresses them, sets the flags of the contacts that have them, and
 * ends their enrollments. Stops that a contact already has are kept. Idempotent.
 */
export async function stopAddresses(
  tx: Db,
  userId: string,
  stops: { email: string; kind: keyof typeof STOPS }[],
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const emails = [...new Set(stops.map(({ email }) => email.toLowerCase()))]
  if (emails.length === 0) return
  const known = await contactsWith(tx, userId, emails)
  await lockEnrollmentsOf(
    tx,
    known.map(({ id }) => id),
  )
  for (const kind of STOP_KINDS) {
    const { set, reason, end } = STOPS[kind]
    const stopped = new Set(
      stops.filter((stop) => stop.kind === kind).map(({ email }) => email.toLowerCase()),
    )
    const ids = known.filter(({ email }) => stopped.has(email)).map(({ id }) => id)
    await rememberSuppressions(tx, userId, [...stopped], reason, secrets)
    if (ids.length === 0) continue
    await tx.delete(contactHolds).where(isAmong(contactHolds.contactId, ids))
    await tx
      .update(contacts)
      .set(set)
      .where(and(isAmong(contacts.id, ids), eq(contacts.userId, userId)))
    await stopContacts(tx, userId, ids, end, now)
  }
}

/**
 * The contacts that have these addresses (in lower case, each once), by ascending id. Until the transaction ends, no contact can be added with
 * one of the others without inheriting what the transaction stores for it.
 */
export async function contactsWith(
  tx: Db,
  userId: string,
  emails: string[],
): Promise<{ id: string; email: string }[]> {
  const find = () =>
    tx.execute<{ id: string; email: string }>(sql`
      select id, lower(email) as email from contacts
      where user_id = ${userId}::uuid and lower(email) = any(${sql.param(emails)}::text[]) order by id`)
  const found = await find()
  if (found.length === emails.length) return found
  await lockAgainstNewContacts(tx, userId)
  // Again: it waited for the contacts that were being added.
  return find()
}
