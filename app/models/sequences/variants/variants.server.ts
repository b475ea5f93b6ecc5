import { and, asc, eq, inArray } from 'drizzle-orm'
import { steps, stepVariants, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { isSingle, singleVariant, type Variant } from './variants'

/** Maps Send Email steps to their variants, in order. */
export async function listVariants(db: Db, stepIds: string[]): Promise<Map<string, Variant[]>> {
  if (stepIds.length === 0) return new Map()
  const rows = await db
    .select({
      stepId: steps.id,
      own: steps.templateId,
      place: stepVariants.place,
      templateId: stepVariants.templateId,
      weight: stepVariants.weight,
      active: stepVariants.active,
    })
    .from(steps)
    .leftJoin(stepVariants, eq(stepVariants.stepId, steps.id))
    .where(and(inArray(steps.id, stepIds), eq(steps.stepType, 'send_email')))
    .orderBy(asc(steps.id), asc(stepVariants.place))
  const found = new Map<string, Variant[]>()
  for (const { stepId, own, place, templateId, weight, active } of rows) {
    if (place === null) found.set(stepId, singleVariant(own))
    else found.set(stepId, [...(found.get(stepId) ?? []), { templateId, weight: weight!, active: active! }])
  }
  return found
}

/** Stores the variants of a step. The caller has locked the sequence, and sets the step's template. */
export async function saveVariants(tx: Db, stepId: string, variants: readonly Variant[]): Promise<void> {
  await tx.delete(stepVariants).where(eq(stepVariants.stepId, stepId))
  if (variants.length === 0 || isSingle(variants)) return
  await tx
    .insert(stepVariants)
    .values(variants.map((variant, index) => ({ ...variant, stepId, place: index + 1 })))
}

/** Copies the variants of steps to their copies. @param copies the id of each step's copy */
export async function copyVariants(tx: Db, copies: ReadonlyMap<string, string>): Promise<void> {
  if (copies.size === 0) return
  const rows = await tx
    .select()
    .from(stepVariants)
    .where(inArray(stepVariants.stepId, [...copies.keys()]))
  if (rows.length === 0) return
  await tx.insert(stepVariants).values(rows.map((row) => ({ ...row, stepId: copies.get(row.stepId)! })))
}

/** Checks that the user owns these templates. @throws AppError NOT_FOUND */
export async function requireTemplates(
  tx: Db,
  userId: string,
  ids: readonly (string | null | undefined)[],
): Promise<void> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  if (wanted.length === 0) return
  const owned = and(inArray(templates.id, wanted), eq(templates.userId, userId))
  if ((await tx.$count(templates, owned)) < wanted.length) notFound('Template not found')
}
