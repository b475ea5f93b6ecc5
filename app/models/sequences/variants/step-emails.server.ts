import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { sequences, steps, stepVariants, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'

/** Gives steps their own copies of the emails that were written in other steps; shared templates stay shared. */
export async function copyStepEmails(tx: Db, userId: string, stepIds: string[]): Promise<void> {
  if (stepIds.length === 0) return
  const own = await tx
    .selectDistinct({ id: templates.id })
    .from(templates)
    .innerJoin(steps, inArray(steps.id, stepIds))
    .leftJoin(stepVariants, eq(stepVariants.stepId, steps.id))
    .where(
      and(
        eq(templates.userId, userId),
        eq(templates.shared, false),
        or(eq(templates.id, steps.templateId), eq(templates.id, stepVariants.templateId)),
      ),
    )
  for (const { id } of own) {
    const [template] = await tx.select().from(templates).where(eq(templates.id, id))
    const { id: _id, createdAt: _c, updatedAt: _u, ...fields } = template!
    const [copy] = await tx.insert(templates).values(fields).returning({ id: templates.id })
    const change = { templateId: copy!.id }
    await tx
      .update(steps)
      .set(change)
      .where(and(inArray(steps.id, stepIds), eq(steps.templateId, id)))
    await tx
      .update(stepVariants)
      .set(change)
      .where(and(inArray(stepVariants.stepId, stepIds), eq(stepVariants.templateId, id)))
  }
}

/** The maximum number of uses of a template that are named. */
const MAX_USES = 5

/** The steps that use a template, other than one: `Sequence, step`. @returns the first five in words, and how many there are */
export async function usesOf(
  db: Db,
  userId: string,
  templateId: string,
  except: string | undefined,
): Promise<{ named: string[]; total: number }> {
  const rows = await db
    .selectDistinct({ id: steps.id, step: steps.name, sequence: sequences.name })
    .from(steps)
    .innerJoin(sequences, and(eq(sequences.id, steps.sequenceId), eq(sequences.userId, userId)))
    .leftJoin(stepVariants, eq(stepVariants.stepId, steps.id))
    .where(
      and(
        or(eq(steps.templateId, templateId), eq(stepVariants.templateId, templateId)),
        isNull(steps.archivedAt),
        except ? sql`${steps.id} <> ${except}` : undefined,
      ),
    )
  const named = rows.slice(0, MAX_USES).map(({ sequence, step }) => `${sequence}, ${step}`)
  return { named, total: rows.length }
}
