import type { Db } from '~/db.server'
import { LOOP_LIMIT } from '~/engine/graph'
import { type Finding, warns } from '~/models/shared/finding'
import { paths } from '~/paths'
import { listSteps } from './step.server'

/** Warns of branches that lead to an earlier step: allowed, and perhaps not meant. @throws AppError NOT_FOUND */
export async function checkWaysBack(db: Db, userId: string, id: string): Promise<Finding[]> {
  const all = await listSteps(db, userId, id)
  const byId = new Map(all.map((step) => [step.id, step]))
  return all.flatMap((step) => {
    const named = [step.notOpenedStepId, step.openedNoReplyStepId, step.repliedStepId, step.nextActionStepId]
    const earlier = [...new Set(named)].flatMap((target) => byId.get(target ?? '') ?? [])
    return earlier
      .filter((target) => target.order < step.order)
      .map((target) =>
        warns(
          `${step.name} leads back to ${target.name}, an earlier step: people who had it get it again, at most ${LOOP_LIMIT} times in all.`,
          'Change it',
          paths.editStep(id, step.id),
        ),
      )
  })
}
