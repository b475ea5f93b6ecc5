import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { contacts, sequenceContacts, settings } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import type { Decision } from '~/engine/types'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** Whether the account lets a contact be in only one sequence at a time. Uses columns of `settings`. */
const oneAtATime = sql`coalesce((${settings.value} ->> 'oneSequencePerContact')::boolean, false)`

/** Enrollments, as `o` in sequence `q`, that count as being in a sequence: not those of drafts, and not those over a contact limit. */
const inSequence = sql`o.status = 'active' and o.hold_reason is distinct from 'sequence_full' and q.status <> 'draft'`

/** The first of the contact's enrollments, as the name of its sequence. @param also narrows them to the earlier ones */
const firstOf = (contactId: SQL, userId: SQL, also: SQL): SQL<string | null> => sql<string | null>`
  case when ${oneAtATime} then (
    select q.name from sequence_contacts o join sequences q on q.id = o.sequence_id
    where o.contact_id = ${contactId} and o.user_id = ${userId} and ${inSequence} ${also}
    order by o.enrolled_at, o.id limit 1) end`

/**
 * The name of the sequence that the contact of an enrollment entered earlier and is still in, or null. The order of enrollments never
 * changes, so there is always one that may send. Reads nothing unless the account asks for it. Uses columns of `sequence_contacts` and
 * `settings`.
 */
export const otherSequence = firstOf(
  sql`sequence_contacts.contact_id`,
  sql`sequence_contacts.user_id`,
  sql`and (o.enrolled_at, o.id) < (sequence_contacts.enrolled_at, sequence_contacts.id)`,
)

/** The sequences that contacts are in by now, by contact: those that a new enrollment would wait for. */
export async function loadOtherSequences(
  db: Db,
  userId: string,
  contactIds: string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: contacts.id, name: firstOf(sql`contacts.id`, sql`contacts.user_id`, sql``) })
    .from(contacts)
    .leftJoin(settings, and(eq(settings.userId, contacts.userId), eq(settings.key, 'contacts')))
    .where(and(isAmong(contacts.id, contactIds), eq(contacts.userId, userId)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A decision about an enrollment of a contact. */
interface DecidedFor {
  loaded: { userId: string; contactId: string | null }
  decision: Decision
}

/** Contacts of one job. */
const JOB_SIZE = 500

/**
 * Asks for a check of the enrollments that wait for another one of their contact, after decisions have ended some or made some wait.
 *
 * No wake-up is lost. A transaction that decides an enrollment holds its lock, and the job runs after the commit and locks all enrollments of the
 * contact. If the other enrollment ends after this one was held, its transaction either sees the hold here, or the job of the hold
 * waits for its lock and sees the end.
 */
export async function wakeWaiting(tx: Db, decided: readonly DecidedFor[]): Promise<void> {
  const ended = decided.filter(({ decision }) => decision.type === 'stop' || decision.type === 'complete')
  const held = decided.filter(
    ({ decision }) => decision.type === 'hold' && decision.reason === 'in_other_sequence',
  )
  const waiting = await withWaiting(
    tx,
    ended.flatMap(({ loaded }) => loaded.contactId ?? []),
  )
  const byUser = new Map<string, Set<string>>()
  for (const { userId, contactId } of [...held.map(({ loaded }) => loaded), ...waiting])
    if (contactId) byUser.set(userId, (byUser.get(userId) ?? new Set()).add(contactId))
  for (const [userId, contactIds] of byUser) await askRelease(tx, userId, [...contactIds])
}

/** Those of the contacts that have an enrollment that waits for another one. */
async function withWaiting(tx: Db, contactIds: string[]): Promise<{ userId: string; contactId: string }[]> {
  if (contactIds.length === 0) return []
  return executePrepared(
    tx,
    sql`select distinct user_id as "userId", contact_id as "contactId" from sequence_contacts
      where ${isAmong(sequenceContacts.contactId, contactIds)} and status = 'active' and hold_reason = 'in_other_sequence'`,
  )
}

/** The same before all enrollments of a sequence are deleted. The caller has locked them. */
export async function wakeWaitingFor(tx: Db, userId: string, sequenceId: string): Promise<void> {
  const inIt = tx
    .select({ id: sequenceContacts.contactId })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.sequenceId, sequenceId))
  const rows = await tx
    .selectDistinct({ contactId: sequenceContacts.contactId })
    .from(sequenceContacts)
    .where(
      and(
        eq(sequenceContacts.userId, userId),
        inArray(sequenceContacts.contactId, inIt),
        sql`${sequenceContacts.sequenceId} <> ${sequenceId}::uuid`,
        eq(sequenceContacts.holdReason, 'in_other_sequence'),
      ),
    )
  await askRelease(
    tx,
    userId,
    rows.flatMap(({ contactId }) => contactId ?? []),
  )
}

async function askRelease(tx: Db, userId: string, contactIds: string[]): Promise<void> {
  for (let from = 0; from < contactIds.length; from += JOB_SIZE)
    await enqueue(tx, 'release-contacts', { userId, contactIds: contactIds.slice(from, from + JOB_SIZE) })
}
