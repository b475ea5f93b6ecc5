/** The branches of a step that a form can let go on in a step still to be made. */
export const BRANCHES = ['notOpened', 'openedNoReply', 'replied', 'nextAction'] as const
export type Branch = (typeof BRANCHES)[number]

/** A branch's choice of the steps made beside a form: `made-0` is the first of them. */
export const MADE = /^made-(\d)$/

/**
 * What a step form holds while a dialog lies over it: its fields; `made`, the new steps that its branches are to lead to,
 * each a draft itself; `outer`, the form that a new step is made for; `at`, the step that is edited. It travels in the
 * address, so that it needs neither scripts nor a place on the server.
 */
const KEPT = new Set([
  ...['stepType', 'name', 'templateId', 'personaId', 'waitValue', 'waitUnit', 'delayDays', 'sendHour'],
  ...['sendMinute', 'reactionWindowHours', 'reactionWindowMinutes', 'skipWeekends', 'sameThread'],
  ...BRANCHES.flatMap((branch) => [`${branch}StepId`, `${branch}WaitDays`]),
  ...['made', 'outer', 'at'],
])

/** A form's entries as a draft: what is empty or not a step's is left out. */
export function packDraft(entries: Iterable<[string, unknown]>): string {
  const packed = new URLSearchParams()
  for (const [name, value] of entries) {
    const text = typeof value === 'string' ? value : ''
    if (text && KEPT.has(name)) packed.append(name, text)
  }
  return packed.toString()
}

export interface StepDraft {
  fields: Record<string, string>
  made: string[]
}

/** The draft in an address; null where there is none. */
export function readDraft(search: URLSearchParams): StepDraft | null {
  if (!search.has('stepType')) return null
  const fields = Object.fromEntries([...search].filter(([name]) => KEPT.has(name) && name !== 'made'))
  return { fields, made: search.getAll('made') }
}

/** Gives the next branch that waits for a new step this one; further ones still wait. */
export function withMade(
  draft: string,
  step: string,
): { draft: string; branch: Branch | null; more: boolean } {
  const search = new URLSearchParams(draft)
  const waiting = BRANCHES.filter((branch) => search.get(`${branch}StepId`) === 'new')
  const [branch = null, ...rest] = waiting
  if (branch) {
    search.set(`${branch}StepId`, `made-${search.getAll('made').length}`)
    search.append('made', step)
  }
  return { draft: search.toString(), branch, more: rest.length > 0 }
}
