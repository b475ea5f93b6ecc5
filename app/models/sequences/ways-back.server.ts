import type { Db } from '~/db.server'
import { LOOP_LIMIT } from '~/engine/graph'
import { type Finding, warns } from '~/models/shared/finding'
import { paths } from '~/paths'
import { listSteps } from './step.server'

/** Warns about branches that lead to an earlier step. They are allowed, but may be a mistake. @throws AppError NOT_FOUND */
export async function checkLoops(db: Db, userId: string, id: string): Promise<Finding[]> {
  const all = await listSteps(db, userId, id)
  const byId = new Map(all.map((step) => [step.id, step]))
  return all.flatMap((step) => {
    const named = [step.notOpenedStepId, step.openedNoReplyStepId, step.repliedStepId, step.nextActionStepId]
    const earlier = [...new Set(named)].flatMap((target) => byId.get(target ?? '') ?? [])
    return earlier
      .filter((target) => target.order < step.order)
      .map((target) =>
        warns(
          `${step.name} leads back to ${target.name}, an earlier step: contacts repeat it, up to ${LOOP_LIMIT} times in total.`,
          'Change',
          paths.editStep(id, step.id),
        ),
      )
  })
}
