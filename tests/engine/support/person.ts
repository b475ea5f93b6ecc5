import { newEnrollment } from '~/engine/events'
import type { EnrollmentState, Facts } from '~/engine/types'

/** A pending email, as `email_sends` would hold it. */
export interface Row {
  enrollmentId: string
  stepId: string
  visit: number
  slot: Date
  plannedAt: Date
  momentAt: Date
  state: 'claimed' | 'sending' | 'sent' | 'uncertain'
  startedAt: Date | null
  openedAt: Date | null
  machineHit: boolean
  repliedAt: Date | null
}

export interface Person {
  state: EnrollmentState
  contact: Facts['contact']
  rows: Map<string, Row>
}

/** Row keys of one enrollment: step and visit. */
export const rowKey = (row: { stepId: string; visit: number }): string => `${row.stepId}:${row.visit}`

export function newPerson(id: string, enrolledAt: Date, maxNotOpens: number): Person {
  return {
    state: newEnrollment(id, enrolledAt),
    contact: {
      unsubscribed: false,
      suppressed: false,
      hardBounced: false,
      domainSuppressed: false,
      notOpenedStreak: 0,
      maxNotOpens,
    },
    rows: new Map(),
  }
}

/** The row of the pending action, whatever its state. */
export function pendingRow({ state, rows }: Person): Row | null {
  const { action, visits } = state
  if (action?.kind !== 'send') return null
  return rows.get(rowKey({ stepId: action.stepId, visit: visits[action.stepId] ?? 0 })) ?? null
}

/** Writes the row of the pending send; a visit has at most one row. */
export function claimRow(person: Person, slot: Date): Row {
  const { id, action, visits } = person.state
  if (action?.kind !== 'send') throw new Error('only a send can be claimed')
  const old = pendingRow(person)
  if (old) throw new Error(`a visit of ${id} was already ${old.state}`)
  const { plannedAt, momentAt, stepId } = action
  const visit = visits[stepId] ?? 0
  const row: Row = {
    enrollmentId: id,
    stepId,
    visit,
    slot,
    plannedAt,
    momentAt,
    state: 'claimed',
    startedAt: null,
    openedAt: null,
    machineHit: false,
    repliedAt: null,
  }
  person.rows.set(rowKey(row), row)
  return row
}
