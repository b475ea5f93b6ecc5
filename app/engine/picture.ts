import { mainLine, nextOf } from './graph'
import type { PlanStep, Reaction, SendStep, SequencePlan } from './types'

/** A step in the diagram of a sequence. */
export interface PictureNode {
  id: string
  type: PlanStep['type']
  /** 0 for the main line, 1 for side steps. The row is the step's position. */
  column: 0 | 1
  row: number
  /** The reactions that end the sequence here. */
  ends: (Reaction | null)[]
}

/** A link between two steps. Reactions that lead to the same step after the same time share one. */
export interface PictureEdge {
  from: string
  to: string
  /** Empty after a Wait or list step. */
  reactions: Reaction[]
  /** Days from this step to the next: reaction window, wait days and delay. */
  days: number
}

export interface Picture {
  nodes: PictureNode[]
  edges: PictureEdge[]
}

const HOURS_PER_DAY = 24

/** The live steps of a sequence and the links between them, for a new enrollment. */
export function pictureOf(plan: SequencePlan): Picture {
  const main = mainLine(plan)
  const steps = plan.steps.filter((step) => !step.archived).sort((a, b) => a.order - b.order)
  const edges: PictureEdge[] = []
  const nodes = steps.map((step, row): PictureNode => {
    const ends: PictureNode['ends'] = []
    const reactions = step.type === 'send_email' ? REACTIONS : ([null] as const)
    for (const reaction of reactions) {
      const target = targetOf(plan, main, step, reaction)
      if (!target) ends.push(reaction)
      else addEdge(edges, step, target, reaction)
    }
    return { id: step.id, type: step.type, column: step.branchOnly ? 1 : 0, row, ends }
  })
  return { nodes, edges }
}

const REACTIONS: readonly Reaction[] = ['not_opened', 'opened_no_reply', 'replied']

function targetOf(
  plan: SequencePlan,
  main: readonly PlanStep[],
  step: PlanStep,
  reaction: Reaction | null,
): PlanStep | null {
  const next = nextOf(plan, { stepId: step.id, reaction })
  if (next.kind === 'step') return plan.steps.find(({ id }) => id === next.stepId) ?? null
  if (next.kind === 'end' || reaction === 'replied' || step.branchOnly) return null
  return main[main.findIndex(({ id }) => id === step.id) + 1] ?? null
}

function addEdge(edges: PictureEdge[], from: PlanStep, to: PlanStep, reaction: Reaction | null): void {
  const days = daysBetween(from, to, reaction)
  const same = edges.find((edge) => edge.from === from.id && edge.to === to.id && edge.days === days)
  if (same && reaction) same.reactions.push(reaction)
  else edges.push({ from: from.id, to: to.id, reactions: reaction ? [reaction] : [], days })
}

function daysBetween(from: PlanStep, to: PlanStep, reaction: Reaction | null): number {
  const delay = to.type === 'send_email' ? to.delayDays : 0
  if (from.type === 'send_email') return delay + daysAfterMail(from, reaction ?? 'not_opened')
  if (from.type !== 'wait') return delay
  return delay + (from.unit === 'days' ? from.amount : Math.floor(from.amount / HOURS_PER_DAY))
}

/** A reply decides immediately, other reactions when the window ends. */
function daysAfterMail(step: SendStep, reaction: Reaction): number {
  const window = reaction === 'replied' ? 0 : Math.ceil(step.windowMinutes / 60 / HOURS_PER_DAY)
  return window + step.branches[reaction].waitDays
}
