import type { Next, Origin, Reaction, SequencePlan, Step } from './types'

/** How often one step may run in one enrollment. */
export const LOOP_LIMIT = 3

interface Graph {
  byId: ReadonlyMap<string, Step>
  /** Live steps that nobody names, in order. */
  mainLine: readonly Step[]
  side: ReadonlySet<string>
  first: Step | null
}

const graphs = new WeakMap<SequencePlan, Graph>()

/** Every link of a step: after a send one for each reaction, else the one next action (reaction null). */
function linksOf(step: Step): { reaction: Reaction | null; next: Next }[] {
  if (step.type !== 'send_email') return [{ reaction: null, next: step.next }]
  const { not_opened, opened_no_reply, replied } = step.branches
  return [
    { reaction: 'not_opened', next: not_opened.next },
    { reaction: 'opened_no_reply', next: opened_no_reply.next },
    { reaction: 'replied', next: replied.next },
  ]
}

/**
 * The ids that a step makes side steps. A deleted step names nothing any more, with one exception: what
 * answered a reply must not slide into the main line and be mailed to people who never replied.
 */
function namedBy(step: Step, side: ReadonlySet<string>): string[] {
  if (step.type !== 'send_email' && (step.archived || !side.has(step.id))) return []
  return linksOf(step).flatMap(({ reaction, next }) =>
    next.kind === 'step' && (!step.archived || reaction === 'replied') ? [next.stepId] : [],
  )
}

function sideSteps(steps: readonly Step[]): Set<string> {
  const side = new Set<string>()
  for (let before = -1; before < side.size; ) {
    before = side.size
    for (const step of steps) for (const id of namedBy(step, side)) side.add(id)
  }
  return side
}

function byOrder(a: Step, b: Step): number {
  return a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function graphOf(plan: SequencePlan): Graph {
  const known = graphs.get(plan)
  if (known) return known
  const live = plan.steps.filter((step) => !step.archived).sort(byOrder)
  const side = sideSteps(plan.steps)
  const mainLine = live.filter((step) => !side.has(step.id))
  const graph = {
    byId: new Map(plan.steps.map((step) => [step.id, step])),
    mainLine,
    side,
    // A circle of steps that all name each other has no main line; it still starts somewhere.
    first: mainLine[0] ?? live[0] ?? null,
  }
  graphs.set(plan, graph)
  return graph
}

/** A step by id, archived ones included. */
export function findStep(plan: SequencePlan, stepId: string): Step | null {
  return graphOf(plan).byId.get(stepId) ?? null
}

/** A step that can still be entered. */
export function findLiveStep(plan: SequencePlan, stepId: string): Step | null {
  const step = findStep(plan, stepId)
  return step && !step.archived ? step : null
}

/** The live main-line steps in order. */
export function mainLine(plan: SequencePlan): readonly Step[] {
  return graphOf(plan).mainLine
}

/** True when a reaction names the step, or the next action of a side step does. */
export function isSideStep(plan: SequencePlan, stepId: string): boolean {
  return graphOf(plan).side.has(stepId)
}

/** Where an enrollment starts: the first main-line step; null when no live step is left. */
export function firstStep(plan: SequencePlan): Step | null {
  return graphOf(plan).first
}

/** A stored link as it acts now: one that names a deleted step is the end. */
export function liveNext(plan: SequencePlan, next: Next): Next {
  return next.kind === 'step' && !findLiveStep(plan, next.stepId) ? { kind: 'end' } : next
}

/** The live links that name a step: what its deletion turns into the end. */
export function linksTo(plan: SequencePlan, stepId: string): { stepId: string; reaction: Reaction | null }[] {
  return plan.steps.flatMap((step) =>
    step.archived
      ? []
      : linksOf(step)
          .filter(({ next }) => next.kind === 'step' && next.stepId === stepId)
          .map(({ reaction }) => ({ stepId: step.id, reaction })),
  )
}

/** The link that an origin takes: a deleted step has only defaults left. */
export function nextOf(plan: SequencePlan, origin: Origin): Next {
  const step = findLiveStep(plan, origin.stepId)
  if (!step) return { kind: 'default' }
  const link = linksOf(step).find(({ reaction }) => reaction === origin.reaction)
  return liveNext(plan, link?.next ?? { kind: 'default' })
}

/** The branch's wait days; 0 after a Wait or list step and for the first step. */
export function waitDaysOf(plan: SequencePlan, origin: Origin | null): number {
  if (!origin?.reaction) return 0
  const step = findStep(plan, origin.stepId)
  return step?.type === 'send_email' ? step.branches[origin.reaction].waitDays : 0
}

function defaultNext(
  plan: SequencePlan,
  visits: Readonly<Record<string, number>>,
  origin: Origin,
): Step | null {
  const from = findStep(plan, origin.stepId)
  if (!from || origin.reaction === 'replied' || isSideStep(plan, from.id)) return null
  return mainLine(plan).find((step) => byOrder(step, from) > 0 && !visits[step.id]) ?? null
}

export type Resolved = { kind: 'step'; step: Step } | { kind: 'end'; reason: 'finished' | 'loop_limit' }

/**
 * What comes after a step. A chosen step or the end is taken as it is; the default is the next main-line
 * step in order that the enrollment has not visited, and the end after a side step or a reply.
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
