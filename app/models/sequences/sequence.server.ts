import { and, asc, eq, ilike, isNull, sql } from 'drizzle-orm'
import { emailSends, sequenceContacts, sequencePersonas, sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { clockTime, minuteOfDay } from '~/engine/calendar'
import { invalid, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { admitWaiting } from '~/models/enrollments/admit.server'
import { assignMailboxes } from '~/models/enrollments/mailbox.server'
import { hasNoEmail } from '~/models/enrollments/match.server'
import { wakeWaitingFor } from '~/models/enrollments/other-sequence.server'
import { cancelWaitingSends } from '~/models/enrollments/store.server'
import { requirePersonas } from '~/models/personas/persona.server'
import { lockSequence } from '~/models/shared/locks.server'
import { afterCursor, newestFirst, type Page, pageOf, updatedFrom } from '~/models/shared/page.server'
import { containsPattern } from '~/models/shared/patterns'
import type { Uses, UsesChoice } from '~/models/shared/uses/uses'
import { readUses, requireConfirmed } from '~/models/shared/uses/uses.server'
import { requireMailboxes, requireSendAs } from './choice.server'
import type { NewSequence, Sequence, SequenceChange, SequencesQuery } from './sequence'
import { changeAndKeepVersion } from './versions/keep.server'

const columns = {
  id: sequences.id,
  name: sequences.name,
  description: sequences.description,
  timezone: sequences.timezone,
  skipWeekends: sequences.skipWeekends,
  contactLimit: sequences.contactLimit,
  maxEmailsPerContactPerWeek: sequences.maxEmailsPerContactPerWeek,
  senderAccountId: sequences.senderAccountId,
  sendAsEmail: sequences.sendAsEmail,
  mailboxIds: sequences.mailboxIds,
  preferSameProvider: sequences.preferSameProvider,
  trackingEnabled: sequences.trackingEnabled,
  startDate: sequences.startDate,
  sendDays: sequences.sendDays,
  latestSendTime: sequences.latestSendTime,
  holidays: sequences.holidays,
  holidayDates: sequences.holidayDates,
  useContactTimezone: sequences.useContactTimezone,
  personaId: sequences.personaId,
  totalContacts: sequences.totalContacts,
  status: sequences.status,
  createdAt: sequences.createdAt,
  updatedAt: sequences.updatedAt,
}

type Filters = Omit<SequencesQuery, 'limit' | 'cursor'>

const wanted = (userId: string, { status, q, updatedSince }: Filters) =>
  and(
    eq(sequences.userId, userId),
    status && eq(sequences.status, status),
    q ? ilike(sequences.name, containsPattern(q)) : undefined,
    updatedFrom(sequences.updatedAt, updatedSince),
  )

/** One page of the user's sequences, newest first, and the cursor of the next page. */
export async function listSequences(
  db: Db,
  userId: string,
  { limit, cursor, ...filters }: SequencesQuery,
): Promise<Page<Sequence>> {
  const found = await db
    .select(columns)
    .from(sequences)
    .where(and(wanted(userId, filters), afterCursor(sequences, cursor)))
    .orderBy(...newestFirst(sequences))
    .limit(limit + 1)
  return pageOf(found as Sequence[], limit)
}

/** Counts the user's sequences that pass the filters. */
export const countSequences = (db: Db, userId: string, filters: Filters = {}): Promise<number> =>
  db.$count(sequences, wanted(userId, filters))

export async function getSequence(db: Db, userId: string, id: string): Promise<Sequence> {
  const [row] = await db
    .select(columns)
    .from(sequences)
    .where(and(eq(sequences.id, id), eq(sequences.userId, userId)))
  return (row as Sequence | undefined) ?? notFound('Sequence not found')
}

/**
 * Creates a draft. @throws AppError NOT_FOUND if the user does not own a mailbox or list; INVALID if none of the user's mailboxes
 * may send as this address
 */
export async function createSequence(db: Db, userId: string, input: NewSequence): Promise<Sequence> {
  const { status: _, ...fields } = input
  await requireMailboxes(db, userId, namedMailboxes(input))
  if (input.sendAsEmail) await requireSendAs(db, userId, input.sendAsEmail)
  if (input.personaId) await requirePersonas(db, userId, [input.personaId])
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(sequences)
      .values({ ...fields, userId })
      .returning({ id: sequences.id })
    if (input.personaId)
      await tx.insert(sequencePersonas).values({ sequenceId: row!.id, personaId: input.personaId })
    return getSequence(tx, userId, row!.id)
  })
}

const namedMailboxes = ({
  mailboxIds,
  senderAccountId,
}: Pick<SequenceChange, 'mailboxIds' | 'senderAccountId'>) => [
  ...(mailboxIds ?? []),
  ...(senderAccountId ? [senderAccountId] : []),
]

/** Fields that affect due times. */
const TIMING_FIELDS = [
  ...(['timezone', 'skipWeekends', 'startDate', 'trackingEnabled'] as const),
  ...(['sendDays', 'latestSendTime', 'holidays', 'holidayDates', 'useContactTimezone'] as const),
]

/**
 * Changes a sequence. Changed timing replans its enrollments, a higher limit enrolls waiting contacts, and new mailboxes apply to
 * contacts that got no email yet. Ignores the status: see activateSequence and pauseSequence.
 * @throws AppError NOT_FOUND if the user does not own a mailbox; INVALID if none of the user's mailboxes may send as this address
 */
export async function updateSequence(
  db: Db,
  userId: string,
  id: string,
  change: SequenceChange,
  now: Date,
): Promise<Sequence> {
  const { status: _, ...fields } = change
  return db.transaction(async (tx) => {
    const before = await lockSequence(tx, userId, id)
    // Checked under the lock, so that a mailbox that is being disconnected cannot be added after it was removed.
    await requireMailboxes(tx, userId, namedMailboxes(fields))
    if (fields.sendAsEmail && fields.sendAsEmail !== before.sendAsEmail)
      await requireSendAs(tx, userId, fields.sendAsEmail)
    if (fields.latestSendTime) await refuseLaterSteps(tx, id, fields.latestSendTime)
    await changeAndKeepVersion(tx, before, async () => {
      await tx
        .update(sequences)
        .set({ ...fields, updatedAt: sql`now()` })
        .where(eq(sequences.id, id))
      if (fields.skipWeekends !== undefined && fields.skipWeekends !== before.skipWeekends) {
        await tx.update(steps).set({ skipWeekends: fields.skipWeekends }).where(eq(steps.sequenceId, id))
      }
      if (
        TIMING_FIELDS.some((key) => fields[key] !== undefined && String(fields[key]) !== String(before[key]))
      ) {
        await enqueueReplan(tx, id, 'following')
      }
      const { maxEmailsPerContactPerWeek: weekly } = fields
      if (weekly !== undefined && weekly !== before.maxEmailsPerContactPerWeek)
        await enqueue(tx, 'release-held', { userId, sequenceId: id, reason: 'contact_pressure' })
      if (fields.contactLimit !== undefined) await admitWaiting(tx, userId, id, now)
      const choosesMailbox = (['mailboxIds', 'senderAccountId', 'preferSameProvider'] as const).some(
        (key) => fields[key] !== undefined && String(fields[key]) !== String(before[key]),
      )
      if (choosesMailbox) await reassignMailboxes(tx, id)
    })
    return getSequence(tx, userId, id)
  })
}

/** Refuses a latest time before the send time of a step: the step would never send. */
async function refuseLaterSteps(tx: Db, id: string, latest: string): Promise<void> {
  const [step] = await tx
    .select({ name: steps.name, hour: steps.sendHour, minute: steps.sendMinute })
    .from(steps)
    .where(
      and(
        eq(steps.sequenceId, id),
        eq(steps.stepType, 'send_email'),
        isNull(steps.archivedAt),
        sql`${steps.sendHour} * 60 + ${steps.sendMinute} > ${minuteOfDay(latest)}::int`,
      ),
    )
    .orderBy(asc(steps.order))
    .limit(1)
  if (step)
    invalid(`${step.name} is sent at ${clockTime(step.hour, step.minute)}, after this time`, 'latestSendTime')
}

/**
 * Enqueues a job that replans the enrollments of a sequence, in the transaction of the change.
 * @param scope `following`: those that follow edits; `all`: also those that stay on an earlier version, which edits do not concern
 */
export async function enqueueReplan(tx: Db, sequenceId: string, scope: 'following' | 'all'): Promise<void> {
  const next = sql`${sequences.planVersion} + 1`
  await tx
    .update(sequences)
    .set({
      planVersion: next,
      ...(scope === 'all' ? { keptPlanVersion: next } : {}),
      updatedAt: sql`now()`,
    })
    .where(eq(sequences.id, sequenceId))
  await enqueue(tx, 'replan-sequence', { sequenceId })
}

/** Applies a new choice of mailboxes. A contact that got an email keeps its mailbox. */
async function reassignMailboxes(tx: Db, sequenceId: string): Promise<void> {
  await tx
    .update(sequenceContacts)
    .set({ mailboxId: null })
    .where(
      and(eq(sequenceContacts.sequenceId, sequenceId), eq(sequenceContacts.status, 'active'), hasNoEmail),
    )
  await assignMailboxes(tx, sequenceId)
  await enqueue(tx, 'match-senders', { sequenceId })
  await enqueueReplan(tx, sequenceId, 'all')
}

/** What deleting a sequence affects: its own contacts and emails. */
export const readSequenceUses = (db: Db, userId: string, id: string): Promise<Uses> =>
  readUses(db, userId, {
    enrollments: sql`e.sequence_id = ${id}::uuid`,
    sends: sql`s.sequence_id = ${id}::uuid`,
    sequences: sql`false`,
  })

/**
 * Deletes a sequence and cancels its scheduled sends. Keeps the emails that were sent, their log and their links.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if it has contacts in progress and the choice does not confirm
 */
export async function deleteSequence(db: Db, userId: string, id: string, choice?: UsesChoice): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSequence(tx, userId, id)
    await requireConfirmed(choice, 'This sequence', () => readSequenceUses(tx, userId, id))
    // Lock order: enrollments before sends. Also waits for a scan that is planning these enrollments, so that its sends are found.
    await tx
      .select({ id: sequenceContacts.id })
      .from(sequenceContacts)
      .where(eq(sequenceContacts.sequenceId, id))
      .orderBy(asc(sequenceContacts.id))
      .for('update')
    await cancelWaitingSends(tx, eq(emailSends.sequenceId, id))
    await wakeWaitingFor(tx, userId, id)
    // In this order, because a cascade would check the cancelled sends against rows that it has already deleted.
    await tx.delete(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
    await tx.delete(steps).where(eq(steps.sequenceId, id))
    await tx.delete(sequences).where(eq(sequences.id, id))
  })
}
