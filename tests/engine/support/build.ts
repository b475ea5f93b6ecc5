import { everyDay } from '~/engine/calendar'
import { newEnrollment } from '~/engine/events'
import type {
  Branch,
  ContactState,
  Decision,
  EnrollmentState,
  Facts,
  ListStep,
  Next,
  PlanStep,
  Reaction,
  SendFacts,
  SendStep,
  SequencePlan,
  Snapshot,
  WaitStep,
} from '~/engine/types'

const DEFAULT: Next = { kind: 'default' }
export const END: Next = { kind: 'end' }
export const to = (stepId: string): Next => ({ kind: 'step', stepId })
export const utc = (text: string): Date => new Date(`${text}Z`)

const branch = (next: Next = DEFAULT, waitDays = 0): Branch => ({ waitDays, next })

/** A Send Email step at 09:00, no delay, a window of two days, all branches at their default. */
export function mail(
  id: string,
  order: number,
  more: Partial<SendStep> & { on?: Partial<Record<Reaction, Branch | Next>> } = {},
): SendStep {
  const { on = {}, ...rest } = more
  const pick = (given: Branch | Next | undefined) =>
    given && 'kind' in given ? branch(given) : (given ?? branch())
  return {
    id,
    order,
    type: 'send_email',
    archived: false,
    branchOnly: false,
    delayDays: 0,
    sendHour: 9,
    sendMinute: 0,
    windowMinutes: 48 * 60,
    skipWeekends: false,
    branches: {
      not_opened: pick(on.not_opened),
      opened_no_reply: pick(on.opened_no_reply),
      replied: pick(on.replied),
    },
    ...rest,
  }
}

export function wait(
  id: string,
  order: number,
  amount: number,
  unit: WaitStep['unit'],
  next: Next = DEFAULT,
): WaitStep {
  return { id, order, type: 'wait', archived: false, branchOnly: false, amount, unit, next }
}

export function list(id: string, order: number, next: Next = DEFAULT): ListStep {
  return {
    id,
    order,
    type: 'add_to_persona',
    archived: false,
    branchOnly: false,
    personaId: `list-${id}`,
    next,
  }
}

/** The step as a side step. */
export const side = <S extends PlanStep>(step: S): S => ({ ...step, branchOnly: true })

export function sequence(steps: PlanStep[], more: Partial<SequencePlan> = {}): SequencePlan {
  return {
    ...everyDay('UTC'),
    status: 'running',
    startDate: null,
    activatedAt: utc('2026-11-01T00:00:00'),
    trackingEnabled: true,
    steps,
    ...more,
  }
}

const CONTACT: ContactState = {
  unsubscribed: false,
  suppressed: false,
  hardBounced: false,
  domainSuppressed: false,
  notOpenedStreak: 0,
  maxNotOpens: 3,
}

export function facts(
  more: Partial<Omit<Facts, 'contact'>> & { contact?: Partial<ContactState> } = {},
): Facts {
  const { contact, ...rest } = more
  return {
    mailbox: { connected: true, canRead: false, lastSyncEndedAt: null },
    lastSend: null,
    pendingSend: null,
    pressure: null,
    otherSequence: null,
    ...rest,
    contact: { ...CONTACT, ...contact },
  }
}

export function sentMail(stepId: string, plannedAt: Date, more: Partial<SendFacts> = {}): SendFacts {
  return {
    stepId,
    visit: 1,
    plannedAt,
    tracked: true,
    openedAt: null,
    onlyMachineHits: false,
    repliedAt: null,
    ...more,
  }
}

/** Monday 2 November 2026, 08:00 UTC. */
export const MONDAY = utc('2026-11-02T08:00:00')

export function snapshot(plan: SequencePlan, more: Partial<Snapshot> = {}): Snapshot {
  const now = more.now ?? MONDAY
  return { plan, enrollment: newEnrollment('e1', now), facts: facts(), now, ...more }
}

/** The snapshot after a decision, at another time. */
export function later(s: Snapshot, decision: Decision, now: Date, more: Partial<Snapshot> = {}): Snapshot {
  return { ...s, enrollment: decision.enrollment, now, ...more }
}

/** An enrollment whose email of `stepId` was sent as planned; its reaction window is open. */
export function inWindow(
  step: SendStep,
  plannedAt: Date,
  more: Partial<EnrollmentState> = {},
): EnrollmentState {
  const at = new Date(plannedAt.getTime() + step.windowMinutes * 60_000)
  return {
    ...newEnrollment('e1', plannedAt),
    visits: { [step.id]: 1 },
    currentStepId: step.id,
    action: { kind: 'decide', stepId: step.id, at, plannedAt: at, momentAt: plannedAt, origin: null },
    ...more,
  }
}
