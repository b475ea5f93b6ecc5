import type { Db } from '~/db.server'
import { LOOP_LIMIT } from '~/engine/graph'
import { type Picture, pictureOf } from '~/engine/picture'
import { loadPlans } from '~/models/enrollments/plans.server'
import { type Finding, warnFinding } from '~/models/shared/finding'
import { paths } from '~/paths'
import type { Step } from './step'
import { listSteps } from './step.server'

/**
 * Warns about branches that are allowed but may be a mistake: those that lead to an earlier step, branch-only steps that none leads to,
 * and emails to contacts who replied. @throws AppError NOT_FOUND
 */
export async function checkBranches(db: Db, userId: string, id: string): Promise<Finding[]> {
  const steps = await listSteps(db, userId, id)
  const plan = (await loadPlans(db, [id], null)).get(id)
  return [
    ...checkLoops(id, steps),
    ...checkReach(id, steps),
    ...(plan ? checkReplies(id, pictureOf(plan), steps) : []),
  ]
}

const targetsOf = ({ notOpenedStepId, openedNoReplyStepId, repliedStepId, nextActionStepId }: Step) => [
  ...new Set([notOpenedStepId, openedNoReplyStepId, repliedStepId, nextActionStepId]),
]

function checkLoops(id: string, steps: Step[]): Finding[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  return steps.flatMap((step) =>
    targetsOf(step)
      .flatMap((target) => byId.get(target ?? '') ?? [])
      .filter((target) => target.order < step.order)
      .map((target) =>
        warnFinding(
          `${step.name} leads back to ${target.name}, an earlier step: contacts repeat it, up to ${LOOP_LIMIT} times in total.`,
          { label: 'Change', to: paths.editStep(id, step.id) },
        ),
      ),
  )
}

function checkReach(id: string, steps: Step[]): Finding[] {
  const mainLine = steps.filter((step) => !step.branchOnly)
  // Without a main line, the first step starts.
  const reached = new Set(mainLine.length > 0 ? mainLine : steps.slice(0, 1))
  for (const step of reached)
    for (const target of steps.filter((other) => targetsOf(step).includes(other.id))) reached.add(target)
  return steps
    .filter((step) => !reached.has(step))
    .map((step) =>
      warnFinding(`${step.name} is branch only, but no branch leads to it: no contact gets there.`, {
        label: 'Change',
        to: paths.editStep(id, step.id),
      }),
    )
}

/** Sequences usually end with a reply: contacts who replied expect a person to answer. */
function checkReplies(id: string, { nodes, edges }: Picture, steps: Step[]): Finding[] {
  const nameOf = new Map(steps.map((step) => [step.id, step.name]))
  const emails = new Set(nodes.filter(({ type }) => type === 'send_email').map((node) => node.id))
  /** The first email at a step, or after the Wait and list steps that begin there. */
  const firstEmail = (stepId: string, passed: string[] = []): string | undefined => {
    if (emails.has(stepId)) return stepId
    const next = edges.find(({ from }) => from === stepId)?.to
    return next && !passed.includes(next) ? firstEmail(next, [...passed, stepId]) : undefined
  }
  return edges.flatMap(({ from, to, reactions }) => {
    const email = reactions.includes('replied') ? firstEmail(to) : undefined
    if (!email) return []
    return [
      warnFinding(
        `After a reply, ${nameOf.get(from)} goes on to ${nameOf.get(email)}: contacts who replied get another automatic email.`,
        { label: 'Change', to: paths.editStep(id, from) },
      ),
    ]
  })
}
