import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { contacts, emailSends, mailboxDays, type sequenceContacts } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { toRow } from '~/engine/row'
import type { Decision } from '~/engine/types'
import { isAmong, rowArrays } from '~/models/shared/row-arrays.server'
import { wakeWaiting } from './other-sequence.server'
import type { LoadedEnrollment } from './snapshot.server'

/** A decision and its enrollment. */
export interface DecidedEnrollment {
  loaded: LoadedEnrollment
  decision: Decision
  /** When the due-scan checks the enrollment again, if not at the state's own date (because a send is pending). */
  checkAt?: Date
}

/**
 * Stores decisions with their reasons and their effects on contacts and sends, in a fixed number of statements. The caller's
 * transaction holds the locks of the enrollments.
 */
export async function saveDecisions(tx: Db, decided: DecidedEnrollment[], now: Date): Promise<void> {
  const changed = decided.filter(({ decision }) => changesState(decision))
  const recorded = decided.filter(
    ({ decision }) => decision.rule !== 'not_due' && decision.rule !== 'in_flight',
  )
  await Promise.all([saveStates(tx, changed), saveReasons(tx, recorded, now)])
  await cancelSends(tx, decided)
  await saveStreaks(tx, decided)
  await wakeWaiting(tx, decided)
}

/** Whether a decision changes the stored state. Of those that only record something, a few change the time of the reply. */
export const changesState = ({ type, rule }: Decision): boolean =>
  type !== 'record' || rule === 'reply_after_end' || rule === 'message_withdrawn'

/** Stores decisions with their rules and inputs. */
async function saveReasons(tx: Db, decided: DecidedEnrollment[], now: Date): Promise<void> {
  if (decided.length === 0) return
  await deletePreviousSlots(tx, decided)
  await executePrepared(
    tx,
    sql`
    insert into decisions (user_id, sequence_contact_id, type, rule, inputs, at)
    select d.*, ${now.toISOString()}::timestamptz from ${rowArrays('d', DECISION_TYPES, decided.map(decisionRow))}`,
  )
}

/**
 * A send that waits for its mailbox's spacing gets a new slot each minute. Deletes the decision about the previous slot, unless
 * something other than an inbox check happened since, so that the history keeps one line with the latest date.
 */
async function deletePreviousSlots(tx: Db, decided: DecidedEnrollment[]): Promise<void> {
  const moves = decided.flatMap(({ decision: { rule, inputs, enrollment } }) =>
    rule === 'moved_slot' && inputs.reason === 'slot' ? [{ id: enrollment.id, step: inputs.stepId }] : [],
  )
  if (moves.length === 0) return
  await executePrepared(
    tx,
    sql`
    delete from decisions o using ${rowArrays('v', { id: 'uuid', step: 'text' } as const, moves)}, lateral (
      select d.id, d.rule, d.inputs from decisions d
      where d.sequence_contact_id = v.id and d.inputs ->> 'reason' is distinct from 'inbox_not_fresh'
      order by d.id desc limit 1) newest
    where o.id = newest.id and newest.rule = 'moved_slot' and newest.inputs ->> 'reason' = 'slot'
      and newest.inputs ->> 'stepId' = v.step`,
  )
}

const DECISION_TYPES = {
  user_id: 'uuid',
  sequence_contact_id: 'uuid',
  type: 'text',
  rule: 'text',
  inputs: 'jsonb',
} as const

const decisionRow = ({ loaded, decision }: DecidedEnrollment) => ({
  user_id: loaded.userId,
  sequence_contact_id: loaded.snapshot.enrollment.id,
  type: decision.type,
  rule: decision.rule,
  inputs: decision.inputs,
})

/** The columns of an enrollment's state. */
const STATE_TYPES = {
  id: 'uuid',
  status: 'text',
  completed_at: 'timestamptz',
  end_reason: 'text',
  current_step_id: 'uuid',
  next_action: 'text',
  next_action_at: 'timestamptz',
  slot_at: 'timestamptz',
  planned_at: 'timestamptz',
  moment_at: 'timestamptz',
  from_step_id: 'uuid',
  from_reaction: 'text',
  hold_reason: 'text',
  held_until: 'timestamptz',
  replied_at: 'timestamptz',
  visits: 'jsonb',
} as const

/** Checks at compile time that the database accepts every reason of the engine. */
type StoredReasons = Pick<typeof sequenceContacts.$inferSelect, 'holdReason' | 'endReason'>

/** The row of an enrollment after a decision. */
function stateRow({ decision, checkAt }: DecidedEnrollment) {
  const row = toRow(decision.enrollment) satisfies StoredReasons
  return {
    id: row.id,
    status: row.status,
    completed_at: row.completedAt,
    end_reason: row.endReason,
    current_step_id: row.currentStepId,
    next_action: row.nextAction,
    next_action_at: row.status === 'active' ? (checkAt ?? row.nextActionAt) : null,
    slot_at: row.slotAt,
    planned_at: row.plannedAt,
    moment_at: row.momentAt,
    from_step_id: row.fromStepId,
    from_reaction: row.fromReaction,
    hold_reason: row.holdReason,
    held_until: row.heldUntil,
    replied_at: row.repliedAt,
    visits: row.visits,
  }
}

const STATE_ASSIGNMENTS = sql.raw(
  Object.keys(STATE_TYPES)
    .filter((name) => name !== 'id')
    .map((name) => `${name} = v.${name}`)
    .join(', '),
)

/** Stores all states in one statement. */
async function saveStates(tx: Db, decided: DecidedEnrollment[]): Promise<void> {
  if (decided.length === 0) return
  // The last decision about an enrollment wins.
  const last = new Map(decided.map((decided) => [decided.decision.enrollment.id, decided]))
  const rows = rowArrays('v', STATE_TYPES, [...last.values()].map(stateRow))
  await executePrepared(
    tx,
    sql`update sequence_contacts sc set ${STATE_ASSIGNMENTS} from ${rows} where sc.id = v.id`,
  )
}

/** Cancels sends that must no longer start, and returns their places in the daily limit. Sends in `sending` finish. */
async function cancelSends(tx: Db, decided: DecidedEnrollment[]): Promise<void> {
  const wanted = decided.flatMap(({ decision }) =>
    decision.cancelled ? [{ enrollment: decision.enrollment.id, ...decision.cancelled }] : [],
  )
  if (wanted.length === 0) return
  const rows = await tx.execute<{ id: string }>(sql`
    select s.id from email_sends s
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as v(enrollment uuid, "stepId" uuid, visit int)
      on s.sequence_contact_id = v.enrollment and s.step_id = v."stepId" and s.visit = v.visit
    where s.state in ('scheduled', 'claimed')
    for update of s`)
  await releaseSends(
    tx,
    rows.map((row) => row.id),
  )
  if (rows.length > 0) {
    await tx
      .update(emailSends)
      .set({ state: 'cancelled', claimedBy: null, leaseEndsAt: null, quotaDay: null })
      .where(
        isAmong(
          emailSends.id,
          rows.map((row) => row.id),
        ),
      )
  }
}

/**
 * Cancels the matching sends that have not started, and returns their places in the daily limit.
 * @param problem if given, what the user wrote by hand has failed for this reason instead: it is shown in its conversation
 */
export async function cancelWaitingSends(tx: Db, where: SQL, problem?: string): Promise<void> {
  const waiting = await tx
    .select({ id: emailSends.id })
    .from(emailSends)
    .where(and(where, inArray(emailSends.state, ['scheduled', 'claimed'])))
    .orderBy(emailSends.id)
    .for('update')
  const ids = waiting.map((send) => send.id)
  if (ids.length === 0) return
  await releaseSends(tx, ids)
  await tx
    .update(emailSends)
    .set({ state: 'cancelled', claimedBy: null, leaseEndsAt: null })
    .where(isAmong(emailSends.id, ids))
  if (problem)
    await tx
      .update(emailSends)
      .set({ state: 'failed', error: problem })
      .where(and(isAmong(emailSends.id, ids), eq(emailSends.isManual, true)))
}

/** Returns the places that sends hold in the daily limits of their mailboxes. The caller has locked the sends. */
export async function releaseSends(tx: Db, sendIds: string[]): Promise<void> {
  if (sendIds.length === 0) return
  await tx.execute(sql`
    update ${mailboxDays} d set used = greatest(d.used - n.n, 0)
    from (
      select a.account_key, s.quota_day::date as day, count(*)::int as n
      from email_sends s join mail_accounts a on a.id = s.sender_account_id
      where s.id = any(${sql.param(sendIds)}::uuid[]) and s.quota_day is not null
      group by 1, 2 order by 1, 2
    ) n
    where d.account_key = n.account_key and d.day = n.day`)
  await tx.update(emailSends).set({ quotaDay: null }).where(isAmong(emailSends.id, sendIds))
}

async function saveStreaks(tx: Db, decided: DecidedEnrollment[]): Promise<void> {
  for (const { loaded, decision } of decided) {
    if (!loaded.contactId || (decision.streak === undefined && !decision.suppressContact)) continue
    await tx
      .update(contacts)
      .set({
        ...(decision.streak === undefined ? {} : { notOpenedStreak: decision.streak }),
        ...(decision.suppressContact ? { suppressed: true } : {}),
      })
      .where(and(eq(contacts.id, loaded.contactId), eq(contacts.userId, loaded.userId)))
  }
}
