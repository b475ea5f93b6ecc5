import type { steps } from '#drizzle/schema'
import type { Next, PlanStep } from '~/engine/types'

type StepRow = Omit<typeof steps.$inferSelect, 'sequenceId' | 'archivedAt' | 'createdAt'>

/** Converts a stored step to the engine's type. @param archived whether the user has deleted it */
export function toEngineStep(row: StepRow, archived: boolean): PlanStep {
  const base = { id: row.id, order: row.order, archived, branchOnly: row.branchOnly }
  if (row.stepType === 'wait') {
    return {
      ...base,
      type: 'wait',
      amount: row.waitValue ?? 1,
      unit: row.waitUnit ?? 'hours',
      next: plainNext(row),
    }
  }
  if (row.stepType === 'add_to_persona') {
    return { ...base, type: 'add_to_persona', personaId: row.personaId, next: plainNext(row) }
  }
  return {
    ...base,
    type: 'send_email',
    delayDays: row.delayDays,
    sendHour: row.sendHour,
    sendMinute: row.sendMinute,
    windowMinutes: row.reactionWindowHours * 60 + row.reactionWindowMinutes,
    skipWeekends: row.skipWeekends,
    branches: {
      not_opened: { waitDays: row.notOpenedWaitDays, next: branch(row.notOpenedNext, row.notOpenedStepId) },
      opened_no_reply: {
        waitDays: row.openedNoReplyWaitDays,
        next: branch(row.openedNoReplyNext, row.openedNoReplyStepId),
      },
      replied: { waitDays: row.repliedWaitDays, next: branch(row.repliedNext, row.repliedStepId) },
    },
  }
}

/** A branch to a deleted step leads to the end. */
function branch(kind: 'default' | 'end' | 'step', stepId: string | null): Next {
  if (kind === 'default') return { kind: 'default' }
  return kind === 'step' && stepId ? { kind: 'step', stepId } : { kind: 'end' }
}

function plainNext({ nextActionType, nextActionStepId }: StepRow): Next {
  if (!nextActionType) return { kind: 'default' }
  return nextActionType !== 'end' && nextActionStepId
    ? { kind: 'step', stepId: nextActionStepId }
    : { kind: 'end' }
}
