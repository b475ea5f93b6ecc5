import type { Next, Origin, PlanStep, Reaction, SequencePlan } from './types'

/** The maximum number of runs of one step in one enrollment. */
export const LOOP_LIMIT = 3

interface Graph {
  byId: ReadonlyMap<string, PlanStep>
  /** Live steps that are not side steps, in order. */
  mainLine: readonly PlanStep[]
  first: PlanStep | null
}

const graphs = new WeakMap<SequencePlan, Graph>()

/** All links of a step: of a send, one for each reaction; of other steps, the next action (reaction null). */
export function nextLinks(step: PlanStep): { reaction: Reaction | null; next: Next }[] {
  if (step.type !== 'send_email') return [{ reaction: null, next: step.next }]
  const { not_opened, opened_no_reply, replied } = step.branches
  return [
    { reaction: 'not_opened', next: not_opened.next },
    { reaction: 'opened_no_reply', next: opened_no_reply.next },
    { reaction: 'replied', next: replied.next },
  ]
}

/** An archived step stands before the live one that took its place, so that contacts in it go on with that one. */
function byOrder(a: PlanStep, b: PlanStep): number {
  return (
    a.order - b.order || Number(b.archived) - Number(a.archived) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

function graphOf(plan: SequencePlan): Graph {
  const known = graphs.get(plan)
  if (known) return known
  const live = plan.steps.filter((step) => !step.archived).sort(byOrder)
  const mainLine = live.filter((step) => !step.branchOnly)
  const graph = {
    byId: new Map(plan.steps.map((step) => [step.id, step])),
    mainLine,
    // Without a main line, start at the first step.
    first: mainLine[0] ?? live[0] ?? null,
  }
  graphs.set(plan, graph)
  return graph
}

/** A step by id, even if archived. */
export function findStep(plan: SequencePlan, stepId: string): PlanStep | null {
  return graphOf(plan).byId.get(stepId) ?? null
}

/** A step by id, unless archived. */
export function findLiveStep(plan: SequencePlan, stepId: string): PlanStep | null {
  const step = findStep(plan, stepId)
  return step && !step.archived ? step : null
}

/** The live main-line steps in order. */
export function mainLine(plan: SequencePlan): readonly PlanStep[] {
  return graphOf(plan).mainLine
}

/**
 * The step where enrollments start: the first of the main line, or of all steps if every step is a side step; null if there are no
 * live steps.
 */
export function firstStep(plan: SequencePlan): PlanStep | null {
  return graphOf(plan).first
}

/** Resolves a stored link: a link to a deleted step means the end. */
export function liveNext(plan: SequencePlan, next: Next): Next {
  return next.kind === 'step' && !findLiveStep(plan, next.stepId) ? { kind: 'end' } : next
}

/** The live links to a step. They become the end when it is deleted. */
export function linksTo(plan: SequencePlan, stepId: string): { stepId: string; reaction: Reaction | null }[] {
  return plan.steps.flatMap((step) =>
    step.archived
      ? []
      : nextLinks(step)
          .filter(({ next }) => next.kind === 'step' && next.stepId === stepId)
          .map(({ reaction }) => ({ stepId: step.id, reaction })),
  )
}

/** The link to follow from an origin. A deleted step has only default links. */
export function nextOf(plan: SequencePlan, origin: Origin): Next {
  const step = findLiveStep(plan, origin.stepId)
  if (!step) return { kind: 'default' }
  const link = nextLinks(step).find(({ reaction }) => reaction === origin.reaction)
  return liveNext(plan, link?.next ?? { kind: 'default' })
}

/** The wait days of the branch. 0 after a Wait or list step, and for the first step. */
export function waitDaysOf(plan: SequencePlan, origin: Origin | null): number {
  if (!origin?.reaction) return 0
  const step = findStep(plan, origin.stepId)
  return step?.type === 'send_email' ? step.branches[origin.reaction].waitDays : 0
}

function defaultNext(
  plan: SequencePlan,
  visits: Readonly<Record<string, number>>,
  origin: Origin,
): PlanStep | null {
  const from = findStep(plan, origin.stepId)
  if (!from || origin.reaction === 'replied' || from.branchOnly) return null
  return mainLine(plan).find((step) => byOrder(step, from) > 0 && !visits[step.id]) ?? null
}

export type Resolved = { kind: 'step'; step: PlanStep } | { kind: 'end'; reason: 'finished' | 'loop_limit' }

/**
 * What follows a step: the chosen step, the end, or the default. The default is the next main-line step in order that the enrollment
 * has not visited; after a side step or a reply, it is the end.
 */
export function resolveNext(
  plan: SequencePlan,
  visits: Readonly<Record<string, number>>,
  origin: Origin,
): Resolved {
  const next = nextOf(plan, origin)
  const step =
    next.kind === 'step'
      ? findLiveStep(plan, next.stepId)
      : next.kind === 'default'
        ? defaultNext(plan, visits, origin)
        : null
  if (!step) return { kind: 'end', reason: 'finished' }
  if ((visits[step.id] ?? 0) >= LOOP_LIMIT) return { kind: 'end', reason: 'loop_limit' }
  return { kind: 'step', step }
}
