import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { emailSends, sendingControl, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onHold } from '~/engine/events'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { SHARDS } from '~/models/mailboxes/shards.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { isOpen } from './stage.server'

/** What the user reads of a mail that an earlier installation may have sent. */
export const MAY_HAVE_LEFT =
  'This database was restored from a backup: the earlier installation may have sent this mail after the backup was made.'

/** Mails made uncertain in one transaction: locks are held for a moment only. */
const BATCH = 500

export interface Hold {
  /** Mail time. */
  since: Date
  /** When the backup was made; null where we did not make it ourselves. */
  backupAt: Date | null
}

/** In SQL: sending is held. Whoever claims mails asks for it in the same statement. */
export const sendingIsHeld = sql`exists (select 1 from sending_control where held_since is not null)`

/** Whether sending is held, and until when mails may have been sent elsewhere (null for never). */
export async function readSendingControl(db: Db): Promise<{ hold: Hold | null; sentUntil: Date | null }> {
  const [row] = await db.select().from(sendingControl)
  return {
    hold: row?.heldSince ? { since: row.heldSince, backupAt: row.backupAt } : null,
    sentUntil: row?.sentUntil ?? null,
  }
}

/**
 * Holds all sending when this database is not where it was: restored from a backup, or copied. The installation that it
 * was taken from may have gone on, so claimed mails become uncertain, and those that had started are looked for now.
 * To be called at every start, before anything is sent. @returns the hold, also one from before
 */
export async function holdIfMoved(db: Db, now: Date): Promise<Hold | null> {
  await db.transaction(async (tx) => {
    const identity = await identityOf(tx)
    const [first] = await tx
      .insert(sendingControl)
      .values({ databaseIdentity: identity })
      .onConflictDoNothing()
      .returning({ id: sendingControl.id })
    if (first) return
    const [row] = await tx.select().from(sendingControl).for('update')
    if (row!.databaseIdentity === identity) return
    await tx
      .update(emailSends)
      .set({ leaseEndsAt: sql`now()` })
      .where(and(isOpen, eq(emailSends.state, 'sending')))
    const claimed = and(isOpen, eq(emailSends.state, 'claimed'))
    while ((await makeUncertain(tx, claimed, now)) === BATCH);
    await tx.update(sendingControl).set({ databaseIdentity: identity, heldSince: row!.heldSince ?? now })
  })
  return (await readSendingControl(db)).hold
}

/** The cluster and the database in it: a dump that is loaded elsewhere, or beside the old one, has another. */
async function identityOf(db: Db): Promise<string> {
  const [row] = await db.execute<{ identity: string }>(sql`
    select (select system_identifier from pg_control_system())::text || ':' || oid::text as identity
    from pg_database where datname = current_database()`)
  return row!.identity
}

/** How many mails each answer to "did the earlier installation go on?" concerns. */
export async function countDoubtful(db: Db, until: Date): Promise<number> {
  const at = until.toISOString()
  const [row] = await db.execute<{ n: number }>(sql`
    select (select count(*) from email_sends where stage = 'open' and state = 'scheduled' and planned_at <= ${at}::timestamptz)::int
      + (select count(*) from sequence_contacts c where c.status = 'active' and c.next_action = 'send'
           and c.planned_at <= ${at}::timestamptz and not exists (select 1 from email_sends s
             where s.sequence_contact_id = c.id and s.state = 'scheduled'))::int as n`)
  return row!.n
}

/**
 * Lets sending go on. Mails that were planned for `sentUntil` or before are not sent but become uncertain, now or when
 * it comes to them: each user decides about theirs. Cut off half way it can be asked again.
 * @param sentUntil until when the earlier installation may have sent; null when it stopped before the backup was made
 * @returns how many mails became uncertain at once; null when sending was not held
 */
export async function resumeSending(db: Db, sentUntil: Date | null, now: Date): Promise<number | null> {
  if (!(await readSendingControl(db)).hold) return null
  let uncertain = 0
  if (sentUntil) {
    const doubtful = and(isOpen, eq(emailSends.state, 'scheduled'), lte(emailSends.plannedAt, sentUntil))
    for (let n = BATCH; n === BATCH; uncertain += n)
      n = await db.transaction((tx) => makeUncertain(tx, doubtful, now))
  }
  await db.transaction(async (tx) => {
    await tx.update(sendingControl).set({ heldSince: null, sentUntil })
    for (let shard = 0; shard < SHARDS; shard++) await enqueue(tx, 'send-step', { shard })
    await enqueue(tx, 'due-scan', {})
  })
  return uncertain
}

/** Takes up to a batch of mails out of the outbox's way: they may have been sent. @returns how many */
async function makeUncertain(tx: Db, which: SQL | undefined, now: Date): Promise<number> {
  const found = await tx
    .select({ id: emailSends.id, enrollmentId: emailSends.sequenceContactId })
    .from(emailSends)
    .where(which)
    .limit(BATCH)
  if (found.length === 0) return 0
  const enrollments = found.flatMap(({ enrollmentId }) => enrollmentId ?? [])
  await lockEnrollments(tx, enrollments)
  await tx
    .update(emailSends)
    .set({
      state: 'uncertain',
      error: MAY_HAVE_LEFT,
      startedAt: sql`coalesce(${emailSends.startedAt}, ${emailSends.plannedAt})`,
      claimedBy: null,
      leaseEndsAt: null,
    })
    .where(
      and(
        which,
        inArray(
          emailSends.id,
          found.map(({ id }) => id),
        ),
      ),
    )
  await holdUncertain(tx, enrollments, now)
  return found.length
}

/** Their mail may have been sent: they wait for the user. */
export async function holdUncertain(tx: Db, enrollmentIds: string[], now: Date): Promise<void> {
  if (enrollmentIds.length === 0) return
  await applyToEnrollments(
    tx,
    inArray(sequenceContacts.id, enrollmentIds),
    (s) => onHold({ ...s, facts: { ...s.facts, pendingSend: 'uncertain' } }, 'uncertain_send'),
    now,
  )
}
