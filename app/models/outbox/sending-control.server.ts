import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { emailSends, sendingControl, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onHold } from '~/engine/events'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { isOpenSend } from './stage.server'

/** The error shown for a send that an earlier installation may have made. */
export const MAY_HAVE_BEEN_SENT =
  'This database was restored from a backup: the earlier installation may have sent this email after the backup was made.'

/** Sends made uncertain in one transaction, so that locks are held only briefly. */
const BATCH = 500

export interface Hold {
  /** `moved`: the database was restored or copied. `operator`: an operator holds sending. With both, the first is reported. */
  kind: 'moved' | 'operator'
  /** Mail time. */
  since: Date
  /** When the backup was made; null if Coldframe did not make it. */
  backupAt: Date | null
  /** The operator's reason, for users. */
  reason: string | null
}

/** SQL condition: sending is held because this database was restored or copied, not because an operator holds it. */
export const isHeldAfterRestore = sql`exists (select 1 from sending_control where held_since is not null)`

/** SQL condition: sending is held. Statements that claim or start sends check it themselves. */
export const sendingIsHeld = sql`exists (
  select 1 from sending_control where held_since is not null or operator_held_since is not null)`

/** Reads whether sending is held, and until when another installation may have sent (null if none did). */
export async function readSendingControl(db: Db): Promise<{ hold: Hold | null; sentUntil: Date | null }> {
  const [row] = await db.select().from(sendingControl)
  return { hold: row ? holdOf(row) : null, sentUntil: row?.sentUntil ?? null }
}

function holdOf(row: typeof sendingControl.$inferSelect): Hold | null {
  if (row.heldSince) return { kind: 'moved', since: row.heldSince, backupAt: row.backupAt, reason: null }
  if (!row.operatorHeldSince) return null
  return { kind: 'operator', since: row.operatorHeldSince, backupAt: null, reason: row.operatorReason }
}

/**
 * Holds all sending if this database was restored from a backup or copied. The installation that it came from may still have been
 * sending, so claimed sends become uncertain, and the Sent folders are searched for sends that had started.
 * Call it at every start, before anything is sent. @returns the current hold, including an earlier one
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
      .where(and(isOpenSend, eq(emailSends.state, 'sending')))
    const claimed = and(isOpenSend, eq(emailSends.state, 'claimed'))
    while ((await makeUncertain(tx, claimed, now)) === BATCH);
    await tx.update(sendingControl).set({ databaseIdentity: identity, heldSince: row!.heldSince ?? now })
  })
  return (await readSendingControl(db)).hold
}

/** Identifies the cluster and the database. A restored dump gets a new identity, even in the same cluster. */
async function identityOf(db: Db): Promise<string> {
  const [row] = await db.execute<{ identity: string }>(sql`
    select (select system_identifier from pg_control_system())::text || ':' || oid::text as identity
    from pg_database where datname = current_database()`)
  return row!.identity
}

/** Counts the emails that were due by `until`: the earlier installation may have sent them. */
export async function countPossiblySent(db: Db, until: Date): Promise<number> {
  const at = until.toISOString()
  const [row] = await db.execute<{ n: number }>(sql`
    select (select count(*) from email_sends where stage = 'open' and state = 'scheduled' and planned_at <= ${at}::timestamptz)::int
      + (select count(*) from sequence_contacts c where c.status = 'active' and c.next_action = 'send'
           and c.planned_at <= ${at}::timestamptz and not exists (select 1 from email_sends s
             where s.sequence_contact_id = c.id and s.state = 'scheduled'))::int as n`)
  return row!.n
}

/**
 * Resumes sending. Emails planned for `sentUntil` or earlier are not sent: they become uncertain, now or when they are due, and
 * each user decides about theirs. Can be repeated after a crash.
 * @param sentUntil until when the earlier installation may have sent; null if it stopped before the backup was made
 * @returns how many sends became uncertain now; null if sending was not held for a restore
 */
export async function resumeSending(db: Db, sentUntil: Date | null, now: Date): Promise<number | null> {
  if ((await readSendingControl(db)).hold?.kind !== 'moved') return null
  let uncertain = 0
  if (sentUntil) {
    const doubtful = and(isOpenSend, eq(emailSends.state, 'scheduled'), lte(emailSends.plannedAt, sentUntil))
    for (let n = BATCH; n === BATCH; uncertain += n)
      n = await db.transaction((tx) => makeUncertain(tx, doubtful, now))
  }
  await db.transaction(async (tx) => {
    await tx.update(sendingControl).set({ heldSince: null, sentUntil })
    await wakeSending(tx)
  })
  return uncertain
}

/** Looks for due sends at once instead of at the next minute. */
export async function wakeSending(tx: Db): Promise<void> {
  await enqueue(tx, 'due-scan', {})
}

/** Marks up to one batch of sends as uncertain. @returns how many */
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
      error: MAY_HAVE_BEEN_SENT,
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

/** Holds enrollments until the user decides about their uncertain sends. */
async function holdUncertain(tx: Db, enrollmentIds: string[], now: Date): Promise<void> {
  if (enrollmentIds.length === 0) return
  await applyToEnrollments(
    tx,
    inArray(sequenceContacts.id, enrollmentIds),
    (s) => onHold({ ...s, facts: { ...s.facts, pendingSend: 'uncertain' } }, 'uncertain_send'),
    now,
  )
}
