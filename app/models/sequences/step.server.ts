import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { personas, sequences, steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { sendTimeIssue } from '~/engine/calendar'
import { AppError, invalid, notFound } from '~/errors'
import { lockSequence } from '~/models/shared/locks.server'
import { requestReplan } from './sequence.server'
import { missingPart, type NewStep, type Step, type StepChange, sendTimeMessage } from './step'

type StepRow = typeof steps.$inferSelect

/** The steps of a sequence in their order; deleted ones are left out. */
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
  return rows.map((row) => toStep(row, new Set(rows.map((step) => step.id))))
}

/** How many living steps each of these sequences has; those without any are left out. */
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
  const { row } = await ownStep(db, userId, id)
  const all = await listSteps(db, userId, row.sequenceId)
  return all.find((step) => step.id === id) ?? notFound('Step not found')
}

/**
 * Adds a step, at the end unless `order` says otherwise.
 * @throws AppError INVALID for a send time that is past, NOT_FOUND for a template, list or step that is not the user's
 */
export async function createStep(
  db: Db,
  userId: string,
  sequenceId: string,
  input: NewStep,
  now: Date,
): Promise<Step> {
  const id = await db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, sequenceId)
    const stepType = input.stepType ?? 'send_email'
    const values = columnsOf(input)
    await requireOwn(tx, userId, sequenceId, values)
    if (stepType === 'send_email')
      checkSendTime(now, sequence.timezone, { delayDays: 0, sendHour: 9, sendMinute: 0, ...defined(values) })
    const [{ last } = { last: 0 }] = await tx
      .select({ last: sql<number>`coalesce(max("order"), 0)::int` })
      .from(steps)
      .where(and(eq(steps.sequenceId, sequenceId), isNull(steps.archivedAt)))
    const order = input.order ?? last + 1
    const [row] = await tx
      .insert(steps)
      .values({
        ...values,
        sequenceId,
        stepType,
        order,
        name: input.name || `${NAMES[stepType]} ${order}`,
        skipWeekends: input.skipWeekends ?? sequence.skipWeekends,
      })
      .returning({ id: steps.id })
    await requestReplan(tx, sequenceId)
    return row!.id
  })
  return getStep(db, userId, id)
}

const NAMES = { send_email: 'Email', wait: 'Wait', add_to_persona: 'Add to list' } as const

/** Changes any subset of a step's fields and re-plans what has not left. The rule of the send time applies when delay or time change. */
export async function updateStep(
  db: Db,
  userId: string,
  id: string,
  change: StepChange,
  now: Date,
): Promise<Step> {
  await db.transaction(async (tx) => {
    const { row, timezone } = await lockStep(tx, userId, id)
    const values = columnsOf(change, row)
    const after = { ...row, ...defined(values) }
    const missing = missingPart(after)
    if (missing) invalid(missing.message, missing.path)
    refuseSelf(id, values)
    await requireOwn(tx, userId, row.sequenceId, values)
    const timeChanged = (['delayDays', 'sendHour', 'sendMinute', 'stepType'] as const).some(
      (key) => after[key] !== row[key],
    )
    if (after.stepType === 'send_email' && timeChanged) checkSendTime(now, timezone, after)
    const set = { ...defined(values), ...(change.name ? { name: change.name } : {}) }
    if (Object.keys(set).length === 0) return
    await tx.update(steps).set(set).where(eq(steps.id, id))
    await requestReplan(tx, row.sequenceId)
  })
  return getStep(db, userId, id)
}

/** How many branches of other steps lead to this one: they will end there once it is deleted. */
export async function countLinksTo(db: Db, userId: string, id: string): Promise<number> {
  const { row } = await ownStep(db, userId, id)
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

/** Deletes a step: it is archived, so that windows of its mails finish; branches that name it become the end. */
export async function deleteStep(db: Db, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { row } = await lockStep(tx, userId, id)
    await tx.update(steps).set({ archivedAt: sql`now()` }).where(eq(steps.id, id))
    await requestReplan(tx, row.sequenceId)
  })
}

/** Puts the steps of a sequence into this order. @throws AppError CONFLICT when it is not an order of just its steps */
export async function reorderSteps(
  db: Db,
  userId: string,
  sequenceId: string,
  ids: string[],
): Promise<Step[]> {
  await db.transaction(async (tx) => {
    await lockSequence(tx, userId, sequenceId)
    const present = await listSteps(tx, userId, sequenceId)
    if (ids.length !== present.length || present.some((step) => !ids.includes(step.id))) {
      throw new AppError('CONFLICT', 'The steps were changed meanwhile; please try again')
    }
    for (const [index, id] of ids.entries())
      await tx
        .update(steps)
        .set({ order: index + 1 })
        .where(eq(steps.id, id))
    await requestReplan(tx, sequenceId)
  })
  return listSteps(db, userId, sequenceId)
}

function checkSendTime(
  now: Date,
  timezone: string,
  step: { delayDays: number; sendHour: number; sendMinute: number },
) {
  const issue = sendTimeIssue(now, timezone, step.delayDays, step.sendHour, step.sendMinute)
  if (issue) invalid(sendTimeMessage(timezone, issue), 'sendHour')
}

/** The columns that an input names; branch words become kind and id. @param before the step that is changed, if there is one */
function columnsOf(input: StepChange, before?: StepRow) {
  const { name: _name, nextActionType, nextActionStepId, waitUnit, ...rest } = input
  const { notOpenedStepId, openedNoReplyStepId, repliedStepId, ...others } = rest
  const { notOpenedNext, openedNoReplyNext, repliedNext, ...plain } = others
  return {
    ...plain,
    ...(waitUnit === undefined ? {} : { waitUnit }),
    ...branchColumns('notOpened', notOpenedStepId, notOpenedNext, before),
    ...branchColumns('openedNoReply', openedNoReplyStepId, openedNoReplyNext, before),
    ...branchColumns('replied', repliedStepId, repliedNext, before),
    ...nextColumns(nextActionType, nextActionStepId, before),
  }
}

type BranchInput = StepChange['notOpenedStepId']
type BranchName = 'notOpened' | 'openedNoReply' | 'replied'

/**
 * A target says by itself what it means, null does not: `next` does then. Null alone leaves a default as it is, so that a step
 * can be written back as it was read; it makes any other branch, and that of a new step, the end.
 */
function branchColumns(
  name: BranchName,
  target: BranchInput,
  next: StepChange['notOpenedNext'],
  before: StepRow | undefined,
): Partial<StepRow> {
  const chosen = target ?? (next === 'step' ? undefined : next)
  if (chosen === 'default') return { [`${name}Next`]: 'default', [`${name}StepId`]: null }
  if (chosen === 'end' || chosen === '') return { [`${name}Next`]: 'end', [`${name}StepId`]: null }
  if (chosen) return { [`${name}Next`]: 'step', [`${name}StepId`]: chosen }
  if (target === undefined || before?.[`${name}Next`] === 'default') return {}
  return { [`${name}Next`]: 'end', [`${name}StepId`]: null }
}

/** Wait and list steps: `end`, the default, or a step (whose type is what nextActionType says). */
function nextColumns(
  type: StepChange['nextActionType'],
  target: BranchInput,
  before: StepRow | undefined,
): Partial<StepRow> {
  if (target && target !== 'default' && target !== 'end') {
    return {
      nextActionType: type === 'add_to_persona' ? 'add_to_persona' : 'send_email',
      nextActionStepId: target,
    }
  }
  if (target === 'end' || type === 'end') return { nextActionType: 'end', nextActionStepId: null }
  if (target === 'default' || type === 'default' || type === null)
    return { nextActionType: null, nextActionStepId: null }
  // Null without a type: as in a branch.
  if (target === null && before?.nextActionStepId) return { nextActionType: 'end', nextActionStepId: null }
  return {}
}

/** Only what was given: undefined never overwrites. */
const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const TARGETS = ['notOpenedStepId', 'openedNoReplyStepId', 'repliedStepId', 'nextActionStepId'] as const

/** A step that leads to itself would send the same email again and again. An earlier step is allowed: screens warn of it. */
function refuseSelf(id: string, values: Partial<StepRow>): void {
  const field = TARGETS.find((name) => values[name] === id)
  if (field) invalid('A step cannot lead to itself', field)
}

/** Templates, lists and steps that an input names must be the user's, and steps of the same sequence. */
async function requireOwn(tx: Db, userId: string, sequenceId: string, values: Partial<StepRow>) {
  if (values.templateId) {
    const [found] = await tx
      .select({ id: templates.id })
      .from(templates)
      .where(and(eq(templates.id, values.templateId), eq(templates.userId, userId)))
    if (!found) notFound('Template not found')
  }
  if (values.personaId) {
    const [found] = await tx
      .select({ id: personas.id })
      .from(personas)
      .where(and(eq(personas.id, values.personaId), eq(personas.userId, userId)))
    if (!found) notFound('Email list not found')
  }
  const links = TARGETS.map((name) => values[name])
  const wanted = [...new Set(links.filter((link): link is string => !!link))]
  if (wanted.length === 0) return
  const found = await tx
    .select({ id: steps.id })
    .from(steps)
    .where(and(eq(steps.sequenceId, sequenceId), inArray(steps.id, wanted), isNull(steps.archivedAt)))
  if (found.length !== wanted.length) notFound('Step not found')
}

/** A stored step as it is shown: a link to a deleted step reads as the end. */
function toStep(row: StepRow, living: Set<string>): Step {
  const { archivedAt: _, ...step } = row
  const link = (id: string | null) => (id && living.has(id) ? id : null)
  const kind = (next: Step['notOpenedNext'], id: string | null) =>
    next === 'step' && !link(id) ? 'end' : next
  return {
    ...step,
    notOpenedNext: kind(step.notOpenedNext, step.notOpenedStepId),
    notOpenedStepId: link(step.notOpenedStepId),
    openedNoReplyNext: kind(step.openedNoReplyNext, step.openedNoReplyStepId),
    openedNoReplyStepId: link(step.openedNoReplyStepId),
    repliedNext: kind(step.repliedNext, step.repliedStepId),
    repliedStepId: link(step.repliedStepId),
    nextActionType:
      step.nextActionType && step.nextActionType !== 'end' && !link(step.nextActionStepId)
        ? 'end'
        : step.nextActionType,
    nextActionStepId: link(step.nextActionStepId),
  }
}

async function ownStep(db: Db, userId: string, id: string) {
  const [found] = await db
    .select({ row: steps, timezone: sequences.timezone })
    .from(steps)
    .innerJoin(sequences, eq(sequences.id, steps.sequenceId))
    .where(and(eq(steps.id, id), eq(sequences.userId, userId), isNull(steps.archivedAt)))
  return found ?? notFound('Step not found')
}

/** A step as it is once its sequence is locked: that lock is the one of all who change steps. */
async function lockStep(tx: Db, userId: string, id: string) {
  const { row } = await ownStep(tx, userId, id)
  await lockSequence(tx, userId, row.sequenceId)
  return ownStep(tx, userId, id)
}
