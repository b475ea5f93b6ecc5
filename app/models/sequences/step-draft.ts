import { LOADED } from '~/models/shared/forms/edits'
import { editVariants, VARIANT_FIELDS } from './variants/fields'

/** The branches of a step for which its form can create a new target step. */
export const BRANCH_FIELDS = ['notOpened', 'openedNoReply', 'replied', 'nextAction'] as const
export type BranchField = (typeof BRANCH_FIELDS)[number]

/** A branch target that is one of the form's new steps: `made-0` is the first. */
export const NEW_STEP_TARGET = /^made-(\d)$/

/**
 * The fields of a step draft, the state of a step form while a dialog is open over it. `made` holds the new steps that its branches
 * lead to, each a draft itself; `outer` the form that a new step is created for; `at` the id of the edited step; `after` and `on` the
 * place that a new step is inserted at; `view` the view of the steps; LOADED what the form was loaded with. A draft is part of the URL, so that it works without JavaScript
 * and without storage on the server.
 */
const DRAFT_FIELDS = new Set([
  ...VARIANT_FIELDS,
  ...['stepType', 'name', 'personaId', 'waitValue', 'waitUnit', 'delayDays', 'sendTime'],
  ...['reactionWindowHours', 'reactionWindowMinutes', 'skipWeekends', 'sameThread', 'branchOnly', 'place'],
  ...BRANCH_FIELDS.flatMap((branch) => [`${branch}StepId`, `${branch}WaitDays`]),
  ...['made', 'outer', 'at', 'after', 'on', 'view', LOADED],
])

/** Packs the entries of a form into a draft. Leaves out empty and unknown fields. */
export function packDraft(entries: Iterable<[string, unknown]>): string {
  const packed = new URLSearchParams()
  for (const [name, value] of entries) {
    const text = typeof value === 'string' ? value : ''
    if (text && DRAFT_FIELDS.has(name)) packed.append(name, text)
  }
  return packed.toString()
}

export interface StepDraft {
  fields: Record<string, string>
  made: string[]
}

/** Reads the draft from a URL, after the button that the form was submitted with; null if there is none. */
export function readDraft(search: URLSearchParams): StepDraft | null {
  if (!search.has('stepType')) return null
  const fields = Object.fromEntries([...search].filter(([name]) => DRAFT_FIELDS.has(name) && name !== 'made'))
  return { fields: editVariants(fields, search.get('intent')), made: search.getAll('made') }
}

/** Connects `step` to the next branch that waits for a new step. `more` tells whether further branches wait. */
export function connectNewStep(
  draft: string,
  step: string,
): { draft: string; branch: BranchField | null; more: boolean } {
  const search = new URLSearchParams(draft)
  const waiting = BRANCH_FIELDS.filter((branch) => search.get(`${branch}StepId`) === 'new')
  const [branch = null, ...rest] = waiting
  if (branch) {
    search.set(`${branch}StepId`, `made-${search.getAll('made').length}`)
    search.append('made', step)
  }
  return { draft: search.toString(), branch, more: rest.length > 0 }
}
