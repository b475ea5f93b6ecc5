import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { sequenceContacts, sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { minuteOfDay, sendTimeIssue } from '~/engine/calendar'
import { AppError, invalid, notFound } from '~/errors'
import { requireStatic } from '~/models/personas/contacts.server'
import { lockSequence } from '~/models/shared/locks.server'
import type { Uses, UsesChoice } from '~/models/shared/uses/uses'
import { readUses, requireConfirmed } from '~/models/shared/uses/uses.server'
import { firstStep } from './flow/links'
import { enqueueReplan } from './sequence.server'
import { missingPart, type NewStep, type Step, type StepChange, sendTimeMessage } from './step'
import { columnsOf, type StepRow, toStep } from './step-columns'
import { mainTemplate, singleVariant, type Variant, variantsAfter } from './variants/variants'
import { listVariants, requireTemplates, saveVariants } from './variants/variants.server'
import { changeAndKeepVersion } from './versions/keep.server'

/** The steps of a sequence in order, without deleted ones. */
export async function listSteps(db: Db, userId: string, sequenceId: string): Promise<Step[]> {
  const [sequence] = await db
    .select({ id: sequences.id })
    .from(sequences)
    .where(and(eq(sequences.id, sequenceId), eq(sequences.userId, userId)))
  if (!sequence) notFound('Sequence not found')
  const rows = await db
    .select()
    .from(steps)
    .where(and(eq(steps.sequenceId, sequenceId), isNull(steps.archivedAt)))
    .orderBy(asc(steps.order), asc(steps.createdAt), asc(steps.id))
  const ids = rows.map((step) => step.id)
  const [living, variants] = [new Set(ids), await listVariants(db, ids)]
  return rows.map((row) => toStep(row, variants.get(row.id) ?? NO_VARIANTS, living))
}

/** Maps sequences to their number of steps, not counting deleted ones. Sequences without steps are left out. */
export async function countSteps(
  db: Db,
  userId: string,
  sequenceIds: string[],
): Promise<Map<string, number>> {
  if (sequenceIds.length === 0) return new Map()
  const rows = await db
    .select({ id: steps.sequenceId, n: sql<number>`count(*)::int` })
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .where(
      and(inArray(steps.sequenceId, sequenceIds), eq(sequences.userId, userId), isNull(steps.archivedAt)),
    )
    .groupBy(steps.sequenceId)
  return new Map(rows.map((row) => [row.id, row.n]))
}

export async function getStep(db: Db, userId: string, id: string): Promise<Step> {
  const { row } = await findStep(db, userId, id)
  const all = await listSteps(db, userId, row.sequenceId)
  return all.find((step) => step.id === id) ?? notFound('Step not found')
}

/**
 * Adds a step, at the end unless `order` is given.
 * @throws AppError INVALID if the send time is past; NOT_FOUND if the user does not own the template, list or step
 */
export async function createStep(
  db: Db,
  userId: string,
  sequenceId: string,
  input: NewStep,
  now: Date | null,
): Promise<Step> {
  const id = await db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, sequenceId)
    const stepType = input.stepType ?? 'send_email'
    const isSend = stepType === 'send_email'
    const variants = isSend ? variantsAfter(singleVariant(null), input) : NO_VARIANTS
    const values = { ...columnsOf(input), ...(isSend ? { templateId: mainTemplate(variants) } : {}) }
    await requireOwned(tx, userId, sequenceId, values)
    await requireTemplates(tx, userId, [values.templateId, ...variants.map(({ templateId }) => templateId)])
    if (isSend) checkLatest(sequence, { sendHour: 9, sendMinute: 0, ...defined(values) })
    const [{ last } = { last: 0 }] = await tx
      .select({ last: sql<number>`coalesce(max("order"), 0)::int` })
      .from(steps)
      .where(and(eq(steps.sequenceId, sequenceId), isNull(steps.archivedAt)))
    const order = input.order ?? last + 1
    return changeAndKeepVersion(tx, sequence, async () => {
      const [row] = await tx
        .insert(steps)
        .values({
          ...values,
          sequenceId,
          stepType,
          order,
          name: input.name || usualName({ stepType, order }),
          skipWeekends: input.skipWeekends ?? sequence.skipWeekends,
        })
        .returning({ id: steps.id })
      await saveVariants(tx, row!.id, variants)
      await checkSendTime(tx, userId, row!.id, now)
      await enqueueReplan(tx, sequenceId, 'following')
      return row!.id
    })
  })
  return getStep(db, userId, id)
}

const NO_VARIANTS: readonly Variant[] = []

/** Drops undefined values, so that they do not overwrite. */
const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const NAMES = { send_email: 'Email', wait: 'Wait', add_to_persona: 'Add to list' } as const

/** The name of a step that the user has not named. */
const usualName = ({ stepType, order }: Pick<Step, 'stepType' | 'order'>) => `${NAMES[stepType]} ${order}`

/** Numbers the steps of a sequence in this order. A usual name follows its number, so that step 3 is not "Email 2". */
async function numberSteps(tx: Db, ordered: readonly Step[]): Promise<void> {
  for (const [index, step] of ordered.entries()) {
    const order = index + 1
    if (order === step.order) continue
    const name = step.name === usualName(step) ? usualName({ ...step, order }) : step.name
    await tx.update(steps).set({ order, name }).where(eq(steps.id, step.id))
  }
}

/**
 * Changes any subset of a step's fields and replans sends that have not started. Checks the send time only if the delay or the time
 * changes.
 * @param now as for a new step
 */
export async function updateStep(
  db: Db,
  userId: string,
  id: string,
  change: StepChange,
  now: Date | null,
): Promise<Step> {
  await db.transaction(async (tx) => {
    const { row, sequence } = await lockStep(tx, userId, id)
    const values = columnsOf(change, row)
    const isSend = (change.stepType ?? row.stepType) === 'send_email'
    const stored =
      (await listVariants(tx, [id])).get(id) ?? (isSend ? singleVariant(row.templateId) : NO_VARIANTS)
    const variants = isSend ? variantsAfter(stored, change) : NO_VARIANTS
    if (isSend && variants !== stored) values.templateId = mainTemplate(variants)
    const after = { ...row, ...defined(values), variants }
    const missing = missingPart(after)
    // A form that has no variants shows the message beside the template.
    if (missing)
      invalid(missing.message, missing.path === 'variants' && !change.variants ? 'templateId' : missing.path)
    refuseSelf(id, values)
    await requireOwned(tx, userId, row.sequenceId, values)
    await requireTemplates(tx, userId, [values.templateId, ...variants.map(({ templateId }) => templateId)])
    const timeChanged = (['delayDays', 'sendHour', 'sendMinute', 'stepType'] as const).some(
      (key) => after[key] !== row[key],
    )
    const isTimed = after.stepType === 'send_email' && timeChanged
    if (isTimed) checkLatest(sequence, after)
    const set = { ...defined(values), ...(change.name ? { name: change.name } : {}) }
    if (Object.keys(set).length === 0) return
    await changeAndKeepVersion(tx, sequence, async () => {
      if (variants !== stored) await saveVariants(tx, id, variants)
      await tx.update(steps).set(set).where(eq(steps.id, id))
      if (isTimed) await checkSendTime(tx, userId, id, now)
      await enqueueReplan(tx, row.sequenceId, 'following')
    })
  })
  return getStep(db, userId, id)
}

/** Counts the branches of other steps that lead to this one. They become the end when it is deleted. */
export async function countLinksTo(db: Db, userId: string, id: string): Promise<number> {
  const { row } = await findStep(db, userId, id)
  const all = await listSteps(db, userId, row.sequenceId)
  return all
    .filter((step) => step.id !== id)
    .flatMap((step) => [
      step.notOpenedStepId,
      step.openedNoReplyStepId,
      step.repliedStepId,
      step.nextActionStepId,
    ])
    .filter((target) => target === id).length
}

/** Counts the contacts whose reaction to an email of this step is awaited, without those who stay on an earlier version and keep the step. */
export const countAwaiting = (db: Db, userId: string, id: string): Promise<number> =>
  db.$count(
    sequenceContacts,
    and(
      eq(sequenceContacts.userId, userId),
      eq(sequenceContacts.currentStepId, id),
      eq(sequenceContacts.status, 'active'),
      eq(sequenceContacts.nextAction, 'decide'),
      isNull(sequenceContacts.versionId),
    ),
  )

/**
 * What deleting a step affects: the contacts whose next action is in it, and the branches that lead to it. Contacts that stay on an earlier
 * version keep the step.
 */
export const readStepUses = (db: Db, userId: string, id: string): Promise<Uses> =>
  readUses(db, userId, {
    enrollments: sql`e.current_step_id = ${id}::uuid and e.version_id is null`,
    steps: sql`t.id <> ${id}::uuid and ${id}::uuid in (
      t.not_opened_step_id, t.opened_no_reply_step_id, t.replied_step_id, t.next_action_step_id)`,
  })

/**
 * Deletes a step by archiving it, so that the reaction windows of its sends finish. Branches to it become the end.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if it is in use and the choice does not confirm
 */
export async function deleteStep(db: Db, userId: string, id: string, choice?: UsesChoice): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, sequence } = await lockStep(tx, userId, id)
    await requireConfirmed(choice, 'This step', () => readStepUses(tx, userId, id))
    await changeAndKeepVersion(tx, sequence, async () => {
      await tx.update(steps).set({ archivedAt: sql`now()` }).where(eq(steps.id, id))
      // Contacts may still be in a step that was deleted earlier: it keeps its place among the others.
      await tx
        .update(steps)
        .set({ order: sql`${steps.order} - 1` })
        .where(
          and(
            eq(steps.sequenceId, row.sequenceId),
            sql`${steps.archivedAt} is not null and ${steps.order} > ${row.order}`,
          ),
        )
      await numberSteps(tx, await listSteps(tx, userId, row.sequenceId))
      await enqueueReplan(tx, row.sequenceId, 'following')
    })
  })
}

/** Reorders the steps of a sequence. @throws AppError CONFLICT if `ids` are not exactly its steps */
export async function reorderSteps(
  db: Db,
  userId: string,
  sequenceId: string,
  ids: string[],
): Promise<Step[]> {
  await db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, sequenceId)
    const present = await listSteps(tx, userId, sequenceId)
    if (ids.length !== present.length || present.some((step) => !ids.includes(step.id))) {
      throw new AppError('CONFLICT', 'The steps have changed in the meantime. Please try again.')
    }
    await changeAndKeepVersion(tx, sequence, async () => {
      await numberSteps(
        tx,
        ids.map((id) => present.find((step) => step.id === id)!),
      )
      await enqueueReplan(tx, sequenceId, 'following')
    })
  })
  return listSteps(db, userId, sequenceId)
}

/**
 * Refuses a time of today that has passed, for the step that contacts start with: other steps are never due at once (decision 86).
 * @param now null for a step that others lead to
 * @throws AppError INVALID
 */
export async function checkSendTime(tx: Db, userId: string, id: string, now: Date | null): Promise<void> {
  if (!now) return
  const { row, sequence } = await findStep(tx, userId, id)
  if (row.stepType !== 'send_email' || row.delayDays > 0) return
  if (firstStep(await listSteps(tx, userId, row.sequenceId))?.id !== id) return
  const issue = sendTimeIssue(now, sequence.timezone, row.delayDays, row.sendHour, row.sendMinute)
  if (issue) invalid(sendTimeMessage(sequence.timezone, issue), 'sendHour')
}

function checkLatest(
  { latestSendTime: latest }: { latestSendTime: string | null },
  { sendHour, sendMinute }: { sendHour: number; sendMinute: number },
) {
  if (latest && sendHour * 60 + sendMinute > minuteOfDay(latest))
    invalid(
      `The sequence sends until ${latest}. Choose an earlier time, or change its latest time.`,
      'sendHour',
    )
}

const TARGETS = ['notOpenedStepId', 'openedNoReplyStepId', 'repliedStepId', 'nextActionStepId'] as const

/** Refuses a step that leads to itself: it would repeat the same email. Leading back to an earlier step only causes a warning. */
function refuseSelf(id: string, values: Partial<StepRow>): void {
  const field = TARGETS.find((name) => values[name] === id)
  if (field) invalid('A step cannot lead to itself', field)
}

/** Checks that the user owns the referenced lists and steps, and that the steps belong to the sequence. */
async function requireOwned(tx: Db, userId: string, sequenceId: string, values: Partial<StepRow>) {
  if (values.personaId) await requireStatic(tx, userId, [values.personaId])
  const links = TARGETS.map((name) => values[name])
  const wanted = [...new Set(links.filter((link): link is string => !!link))]
  if (wanted.length === 0) return
  const found = await tx
    .select({ id: steps.id })
    .from(steps)
    .where(and(eq(steps.sequenceId, sequenceId), inArray(steps.id, wanted), isNull(steps.archivedAt)))
  if (found.length !== wanted.length) notFound('Step not found')
}

async function findStep(db: Db, userId: string, id: string) {
  const [found] = await db
    .select({ row: steps, sequence: sequences })
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .where(and(eq(steps.id, id), eq(sequences.userId, userId), isNull(steps.archivedAt)))
  return found ?? notFound('Step not found')
}

/** Locks a step's sequence, as all changes of steps do, and reads the step under the lock. */
async function lockStep(tx: Db, userId: string, id: string) {
  const { row } = await findStep(tx, userId, id)
  await lockSequence(tx, userId, row.sequenceId)
  return findStep(tx, userId, id)
}
