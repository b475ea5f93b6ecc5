import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { contacts, emailSends, sequences, settings } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { PressureFacts } from '~/engine/types'
import { lockContactsWhere } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** The weekly limit of a sequence's emails: its own, else the account's. Uses columns of `sequences` and `settings`. */
const weeklyLimit = sql`coalesce(${sequences.maxEmailsPerContactPerWeek},
  (${settings.value} ->> 'maxEmailsPerContactPerWeek')::int)`

/** A weekly limit with the counted emails, as JSON: milliseconds, and whether the email is being sent. */
type Stored = { limit: number; emails: [number, boolean][] } | null

/**
 * The emails that count toward a contact's weekly limit: those of sequences that were sent, are being sent, or may have been
 * sent. Reads nothing where no limit is set; else as many emails as the limit, through the index of the contact's emails.
 * Uses columns of `sequences` and `settings`.
 */
export const countedEmails = (contactId: AnyPgColumn): SQL<Stored> => sql<Stored>`
  case when ${weeklyLimit} is not null then jsonb_build_object('limit', ${weeklyLimit}, 'emails', coalesce((
    select jsonb_agg(jsonb_build_array(extract(epoch from n.at) * 1000, n.state = 'sending') order by n.at desc)
    from (
      select coalesce(s.sent_at, s.started_at) as at, s.state from ${emailSends} s
      where s.contact_id = ${contactId} and s.state in ('sending', 'sent', 'uncertain') and not s.is_test and not s.is_manual
      order by 1 desc nulls last limit ${weeklyLimit}) n
    where n.at is not null), '[]'::jsonb)) end`

export const pressureOf = (stored: Stored): PressureFacts | null =>
  stored && {
    weeklyLimit: stored.limit,
    emails: stored.emails.map(([at, sending]) => ({ at: new Date(at), sending })),
  }

/** The weekly limit and the counted emails of contacts, for emails of this sequence. */
export async function loadPressure(
  db: Db,
  sequenceId: string,
  contactIds: string[],
): Promise<Map<string, PressureFacts | null>> {
  const rows = await db
    .select({ id: contacts.id, pressure: countedEmails(contacts.id) })
    .from(contacts)
    .innerJoin(sequences, eq(sequences.id, sequenceId))
    .leftJoin(settings, and(eq(settings.userId, sequences.userId), eq(settings.key, 'contacts')))
    .where(isAmong(contacts.id, contactIds))
  return new Map(rows.map(({ id, pressure }) => [id, pressureOf(pressure)]))
}

/**
 * Locks the contacts of these sends that have a weekly limit, so that two emails to one contact start one after the other, and
 * the second one counts the first. The caller has locked the enrollments.
 */
export async function lockPressedContacts(tx: Db, sendIds: string[]): Promise<void> {
  const pressed = tx
    .select({ id: emailSends.contactId })
    .from(emailSends)
    .innerJoin(sequences, eq(sequences.id, emailSends.sequenceId))
    .leftJoin(settings, and(eq(settings.userId, emailSends.userId), eq(settings.key, 'contacts')))
    .where(and(isAmong(emailSends.id, sendIds), sql`${weeklyLimit} is not null`))
  await lockContactsWhere(tx, inArray(contacts.id, pressed))
}
