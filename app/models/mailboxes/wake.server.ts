import { type SQL, sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { replanEnrollments } from '~/models/enrollments/events.server'
import { ENROLL_AT_ONCE } from '~/models/enrollments/job.server'
import { assignMailboxes, lacksMailbox } from '~/models/enrollments/mailbox.server'
import { lockEnrollmentsInSequences } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** People of a mailbox who wait for what comes with it. */
const waitsFor = (mailboxId: string) => sql`(${sequenceContacts.mailboxId} = ${mailboxId}::uuid
  and ${sequenceContacts.status} = 'active'
  and ${sequenceContacts.holdReason} in ('mailbox_not_connected', 'no_mailbox', 'links_unreachable'))`

/**
 * A mailbox is (again) there to use: people without one get it, and those who waited for it go on; of more than `atOnce` a job
 * takes care.
 */
export async function wakeMailbox(
  tx: Db,
  userId: string,
  mailboxId: string,
  now: Date,
  atOnce = ENROLL_AT_ONCE,
): Promise<void> {
  const without = await listWithoutMailbox(tx, userId, null, atOnce + 1)
  const waiting = await listWaiting(tx, mailboxId, null, atOnce + 1)
  if (without.length + waiting.length > atOnce) return enqueue(tx, 'wake-mailbox', { userId, mailboxId })
  await giveMailboxes(tx, without, now)
  await goOnFrom(tx, mailboxId, waiting, now)
  await enqueue(tx, 'due-scan', {})
}

/** The next people of a user's sequences who have no mailbox, in the order of their ids. @param after the last id before them */
export async function listWithoutMailbox(
  db: Db,
  userId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  // What `lacksMailbox` says, in two parts that are each found by an index.
  const fitting = sql`sc.status = 'active' and sc.contact_id is not null
    and sc.hold_reason is distinct from 'sequence_full'`
  return idsAfter(
    db,
    sql`select l.id from (
        select sc.id, sc.sequence_id from sequence_contacts sc where sc.mailbox_id is null and ${fitting}
        union all
        select sc.id, sc.sequence_id from mail_accounts a join sequence_contacts sc on sc.mailbox_id = a.id
        where a.user_id is null and ${fitting}
      ) l join sequences q on q.id = l.sequence_id
      where q.user_id = ${userId}::uuid and q.status in ('running', 'paused', 'draft')`,
    after,
    limit,
  )
}

/** The next people who wait for a mailbox, in the order of their ids. @param after the last id before them */
export async function listWaiting(
  db: Db,
  mailboxId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  return idsAfter(db, sql`select id from sequence_contacts where ${waitsFor(mailboxId)}`, after, limit)
}

/** They are found by their mailbox first: for the sake of their order alone, the table might be read whole. */
async function idsAfter(db: Db, found: SQL, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with found as materialized (${found})
    select id from found where id > coalesce(${after}::uuid, ${NIL}::uuid) order by id limit ${limit}::int`)
  return rows.map((row) => row.id)
}

/** Those of these people who (still) have no mailbox get one that their sequence sends from, if there is any. */
export async function giveMailboxes(tx: Db, ids: string[], now: Date): Promise<void> {
  const people = await lockEnrollmentsInSequences(tx, ids, lacksMailbox)
  for (const sequenceId of new Set(people.map((person) => person.sequenceId))) {
    const assigned = await assignMailboxes(tx, sequenceId, ids)
    if (assigned.length > 0) await replanEnrollments(tx, isAmong(sequenceContacts.id, assigned), now)
  }
}

/** Those of these people who (still) wait for a mailbox are planned anew. */
export async function goOnFrom(tx: Db, mailboxId: string, ids: string[], now: Date): Promise<void> {
  const people = await lockEnrollmentsInSequences(tx, ids, waitsFor(mailboxId))
  await replanEnrollments(
    tx,
    isAmong(
      sequenceContacts.id,
      people.map((person) => person.id),
    ),
    now,
  )
}
