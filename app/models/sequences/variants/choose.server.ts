import { z } from 'zod'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { lockSequence } from '~/models/shared/locks.server'
import { updateStep } from '../step.server'
import { getStepOf } from '../step-graph.server'
import { LETTERS } from './fields'
import { MAX_VARIANTS } from './variants'

/** Templates of variants. */
export const ChosenVariants = z.array(z.uuid('Invalid id')).min(1, 'Choose a variant').max(MAX_VARIANTS)

/**
 * Makes the variants with these templates the only active ones of a step; the report keeps the others. Emails that have not started
 * are planned again.
 * @returns the letters of the active variants, and the templates of those that were active before
 * @throws AppError CONFLICT if the step has no variant with one of the templates
 */
export async function chooseVariants(
  db: Db,
  userId: string,
  { sequenceId, stepId, templateIds }: { sequenceId: string; stepId: string; templateIds: string[] },
  now: Date,
): Promise<{ letters: string[]; before: string[] }> {
  return db.transaction(async (tx) => {
    await lockSequence(tx, userId, sequenceId)
    const { variants } = await getStepOf(tx, userId, sequenceId, stepId)
    const chosen = variants.map(({ templateId }) => !!templateId && templateIds.includes(templateId))
    if (chosen.filter(Boolean).length < new Set(templateIds).size)
      throw new AppError('CONFLICT', 'The variants have changed in the meantime. Please try again.')
    const changed = variants.map((variant, index) => ({ ...variant, active: chosen[index]! }))
    await updateStep(tx, userId, stepId, { variants: changed }, now)
    return {
      letters: LETTERS.filter((_, index) => chosen[index]),
      before: variants.flatMap(({ templateId, active }) => (active && templateId ? [templateId] : [])),
    }
  })
}
