import { sql } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { replanEnrollments } from '~/models/enrollments/events.server'
import { INLINE_LIMIT } from '~/models/enrollments/job.server'
import { assignMailboxes, lacksMailbox } from '~/models/enrollments/mailbox.server'
import { lockEnrollmentsInSequences } from '~/models/shared/locks.server'
import { pageOfIds } from '~/models/shared/page-of-ids.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** The enrollments of a mailbox that are held until it is usable. */
const waitsFor = (mailboxId: string) => sql`(${sequenceContacts.mailboxId} = ${mailboxId}::uuid
  and ${sequenceContacts.status} = 'active'
  and ${sequenceContacts.holdReason} in ('mailbox_not_connected', 'no_mailbox', 'links_unreachable'))`

/**
 * Call this when a mailbox becomes usable: assigns mailboxes to enrollments that lack one, and replans those that waited for this
 * one. More than `atOnce` enrollments are left to a job.
 */
export async function wakeMailbox(
  tx: Db,
  userId: string,
  mailboxId: string,
  now: Date,
  atOnce = INLINE_LIMIT,
): Promise<void> {
  const without = await listWithoutMailbox(tx, userId, null, atOnce + 1)
  const waiting = await listWaitingForMailbox(tx, mailboxId, null, atOnce + 1)
  if (without.length + waiting.length > atOnce) return enqueue(tx, 'wake-mailbox', { userId, mailboxId })
  await assignMissingMailboxes(tx, without, now)
  await replanWaiting(tx, mailboxId, waiting, now)
  await enqueue(tx, 'due-scan', {})
}

/** The next enrollments of a user without a mailbox, by ascending id. @param after the last id of the previous page */
export async function listWithoutMailbox(
  db: Db,
  userId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  // The condition of `lacksMailbox`, split in two so that each part uses an index.
  const fitting = sql`sc.status = 'active' and sc.contact_id is not null
    and sc.hold_reason is distinct from 'sequence_full'`
  return pageOfIds(
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

/** The next enrollments that wait for a mailbox, by ascending id. @param after the last id of the previous page */
export async function listWaitingForMailbox(
  db: Db,
  mailboxId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  return pageOfIds(db, sql`select id from sequence_contacts where ${waitsFor(mailboxId)}`, after, limit)
}

/** Assigns a mailbox of their sequence, if it has one, to those of the enrollments that still lack one. */
export async function assignMissingMailboxes(tx: Db, ids: string[], now: Date): Promise<void> {
  const enrollments = await lockEnrollmentsInSequences(tx, ids, lacksMailbox)
  for (const sequenceId of new Set(enrollments.map((enrollment) => enrollment.sequenceId))) {
    const assigned = await assignMailboxes(tx, sequenceId, ids)
    if (assigned.length > 0) await replanEnrollments(tx, isAmong(sequenceContacts.id, assigned), now)
  }
}

/** Replans those of the enrollments that still wait for the mailbox. */
export async function replanWaiting(tx: Db, mailboxId: string, ids: string[], now: Date): Promise<void> {
  const enrollments = await lockEnrollmentsInSequences(tx, ids, waitsFor(mailboxId))
  await replanEnrollments(
    tx,
    isAmong(
      sequenceContacts.id,
      enrollments.map((enrollment) => enrollment.id),
    ),
    now,
  )
}
