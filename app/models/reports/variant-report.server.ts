import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { conversations, emailLogs, steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { listPositiveNames } from '~/models/inbox/labels.server'
import { LETTERS } from '~/models/sequences/variants/fields'
import { listVariants } from '~/models/sequences/variants/variants.server'
import { requireSequence } from './report.server'
import { countVariants, type VariantCounts } from './variant-counts.server'
import { variantVerdict } from './variant-verdict'

/** A variant of a step in the report. */
interface VariantRow extends VariantCounts {
  letter: string
  templateName: string
  active: boolean
  /** Replies in conversations with a positive label. */
  positive: number
}

/** A step with several variants in the report. */
export interface StepVariants {
  stepId: string
  stepName: string
  /** False for a deleted step, whose variants cannot be changed. */
  live: boolean
  verdict: string
  variants: VariantRow[]
}

/** The outcomes of the variants of each step that has several, in order; see `countVariants`. @throws AppError NOT_FOUND */
export async function reportVariants(db: Db, userId: string, sequenceId: string): Promise<StepVariants[]> {
  await requireSequence(db, userId, sequenceId)
  const rows = await db
    .select({ id: steps.id, name: steps.name, archivedAt: steps.archivedAt })
    .from(steps)
    .where(and(eq(steps.sequenceId, sequenceId), eq(steps.stepType, 'send_email')))
    .orderBy(asc(steps.order), asc(steps.createdAt))
  const counts = await countVariants(
    db,
    sequenceId,
    rows.map(({ id }) => id),
  )
  const stepIds = [...counts.keys()]
  if (stepIds.length === 0) return []
  const [stored, positives, names] = await Promise.all([
    listVariants(db, stepIds),
    countPositiveByVariant(db, userId, sequenceId, stepIds),
    nameTemplates(db, userId, [...counts.values()].flat()),
  ])
  return rows.flatMap(({ id, name, archivedAt }) => {
    const variants = (counts.get(id) ?? []).map((count): VariantRow => {
      const place = stored.get(id)!.findIndex(({ templateId }) => templateId === count.templateId)
      return {
        ...count,
        letter: LETTERS[place]!,
        templateName: names.get(count.templateId) ?? '',
        active: stored.get(id)![place]!.active,
        positive: positives.get(`${id} ${count.templateId}`) ?? 0,
      }
    })
    if (variants.length === 0 || (archivedAt && variants.every(({ sent }) => sent === 0))) return []
    const verdict = variantVerdict(variants)
    return [{ stepId: id, stepName: name, live: !archivedAt, verdict, variants }]
  })
}

/**
 * Counts the replied emails of steps whose conversations have a positive label, by step and template. Reads those conversations by
 * index, and the emails of their enrollments.
 */
async function countPositiveByVariant(
  db: Db,
  userId: string,
  sequenceId: string,
  stepIds: string[],
): Promise<Map<string, number>> {
  const { stepId, templateId } = emailLogs
  const rows = await db
    .select({ stepId, templateId, n: sql<number>`count(*)::int` })
    .from(conversations)
    .innerJoin(emailLogs, eq(emailLogs.sequenceContactId, conversations.sequenceContactId))
    .where(
      and(
        eq(conversations.sequenceId, sequenceId),
        eq(conversations.userId, userId),
        inArray(conversations.label, await listPositiveNames(db, userId)),
        inArray(stepId, stepIds),
        isNotNull(templateId),
        isNotNull(emailLogs.repliedAt),
        eq(emailLogs.isTestEmail, false),
      ),
    )
    .groupBy(stepId, templateId)
  return new Map(rows.map((row) => [`${row.stepId} ${row.templateId}`, row.n]))
}

async function nameTemplates(
  db: Db,
  userId: string,
  variants: VariantCounts[],
): Promise<Map<string, string>> {
  const ids = variants.map(({ templateId }) => templateId)
  const rows = await db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(inArray(templates.id, ids), eq(templates.userId, userId)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
