import type { EndReason, EnrollmentState, HoldReason, PlannedAction, Reaction } from './types'

/** The columns of `sequence_contacts` that hold an enrollment's state. */
export interface EnrollmentRow {
  id: string
  status: EnrollmentState['status']
  enrolledAt: Date
  /** When it ended, for any reason. */
  completedAt: Date | null
  endReason: EndReason | null
  currentStepId: string | null
  nextAction: PlannedAction['kind'] | null
  /** When the due-scan picks up the row; null if only an event can wake it. */
  nextActionAt: Date | null
  /** The action's own date. Differs from `nextActionAt` while the row is held. */
  slotAt: Date | null
  plannedAt: Date | null
  momentAt: Date | null
  fromStepId: string | null
  fromReaction: Reaction | null
  holdReason: HoldReason | null
  heldUntil: Date | null
  repliedAt: Date | null
  visits: Record<string, number>
}

/** When the due-scan must check an enrollment again; null if only an event can wake it. */
export function nextLookAt(state: EnrollmentState): Date | null {
  if (state.status !== 'active') return null
  const { action, heldUntil, holdReason } = state
  if (holdReason && !heldUntil) return null
  if (!heldUntil) return action?.at ?? null
  return action && action.at > heldUntil ? action.at : heldUntil
}

/** Converts a state to columns. */
export function toRow(state: EnrollmentState): EnrollmentRow {
  const { action } = state
  return {
    id: state.id,
    status: state.status,
    enrolledAt: state.enrolledAt,
    completedAt: state.endedAt,
    endReason: state.endReason,
    currentStepId: state.currentStepId,
    nextAction: action?.kind ?? null,
    nextActionAt: nextLookAt(state),
    slotAt: action?.at ?? null,
    plannedAt: action?.plannedAt ?? null,
    momentAt: action?.momentAt ?? null,
    fromStepId: action?.origin?.stepId ?? null,
    fromReaction: action?.origin?.reaction ?? null,
    holdReason: state.holdReason,
    heldUntil: state.heldUntil,
    repliedAt: state.repliedAt,
    visits: { ...state.visits },
  }
}

/** Converts columns to a state: the inverse of `toRow`. */
export function fromRow(row: EnrollmentRow): EnrollmentState {
  const { nextAction, currentStepId, slotAt, plannedAt, momentAt } = row
  const action =
    nextAction && currentStepId && slotAt && plannedAt && momentAt
      ? {
          kind: nextAction,
          stepId: currentStepId,
          at: slotAt,
          momentAt,
          plannedAt,
          origin: row.fromStepId ? { stepId: row.fromStepId, reaction: row.fromReaction } : null,
        }
      : null
  return {
    id: row.id,
    status: row.status,
    enrolledAt: row.enrolledAt,
    visits: row.visits,
    currentStepId,
    action,
    holdReason: row.holdReason,
    heldUntil: row.heldUntil,
    repliedAt: row.repliedAt,
    endReason: row.endReason,
    endedAt: row.completedAt,
  }
}

/** A state as JSON stores it: dates are texts. */
export type StoredState = Omit<
  EnrollmentState,
  'enrolledAt' | 'heldUntil' | 'repliedAt' | 'endedAt' | 'action'
> & {
  enrolledAt: string
  heldUntil: string | null
  repliedAt: string | null
  endedAt: string | null
  action:
    | (Omit<PlannedAction, 'at' | 'momentAt' | 'plannedAt'> & {
        at: string
        momentAt: string
        plannedAt: string
      })
    | null
}

/** Converts a state that was stored as JSON. */
export function fromStored(state: StoredState): EnrollmentState {
  const date = (at: string | null) => at && new Date(at)
  const { action } = state
  return {
    ...state,
    enrolledAt: new Date(state.enrolledAt),
    heldUntil: date(state.heldUntil) || null,
    repliedAt: date(state.repliedAt) || null,
    endedAt: date(state.endedAt) || null,
    action: action && {
      ...action,
      at: new Date(action.at),
      momentAt: new Date(action.momentAt),
      plannedAt: new Date(action.plannedAt),
    },
  }
}
