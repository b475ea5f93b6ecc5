import { and, eq, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { stopContact } from '~/models/enrollments/events.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { rememberSuppression } from '~/models/suppressions/suppression.server'
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
  /** Too many emails in a row were not opened. */
  unopened: { set: { suppressed: true }, reason: 'suppressed', end: 'not_open_limit' },
} as const

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
  await rememberSuppression(tx, userId, row.email, reason, secrets)
  await stopContact(tx, userId, contactId, end, now)
}
