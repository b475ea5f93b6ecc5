import { type AnyColumn, and, eq, inArray, sql } from 'drizzle-orm'
import { variantStats } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { listVariants } from '~/models/sequences/variants/variants.server'

/** The outcomes of one variant of a step. */
export interface VariantCounts {
  templateId: string
  sent: number
  opened: number
  replied: number
  bounced: number
}

/**
 * Maps those of these steps that have several variants to the outcomes of each, inactive ones included, from counters. Variants whose
 * template was deleted are left out, because their emails no longer name it.
 */
export async function countVariants(
  db: Db,
  sequenceId: string,
  stepIds: string[],
): Promise<Map<string, VariantCounts[]>> {
  const several = [...(await listVariants(db, stepIds))].filter(([, variants]) => variants.length > 1)
  if (several.length === 0) return new Map()
  const { stepId, templateId, sent, opened, replied, bounced } = variantStats
  const total = (column: AnyColumn) => sql<number>`sum(${column})::int`
  const rows = await db
    .select({
      stepId,
      templateId,
      counts: { sent: total(sent), opened: total(opened), replied: total(replied), bounced: total(bounced) },
    })
    .from(variantStats)
    .where(
      and(
        eq(variantStats.sequenceId, sequenceId),
        inArray(
          stepId,
          several.map(([id]) => id),
        ),
      ),
    )
    .groupBy(stepId, templateId)
  const countsOf = new Map(rows.map((row) => [`${row.stepId} ${row.templateId}`, row.counts]))
  return new Map(
    several.map(([step, variants]) => [
      step,
      variants.flatMap(({ templateId: id }) =>
        id ? [{ templateId: id, ...(countsOf.get(`${step} ${id}`) ?? NOTHING) }] : [],
      ),
    ]),
  )
}

const NOTHING = { sent: 0, opened: 0, replied: 0, bounced: 0 }
