import { type BranchName, type Link, linksOf } from '~/models/sequences/flow/links'
import type { StepView } from '../step-view'
import { clock, count, zoneWords } from '../step-words'

/** How long after what each step comes, by its id: "4 days after Intro", "2 days after a reply to Intro". */
export function momentsOf(steps: readonly StepView[]): Map<string, string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const said = new Map<string, string[]>()
  for (const link of linksOf(steps)) {
    const step = byId.get(link.to ?? '')
    if (!step) continue
    const words = sayLink(link, step, byId.get(link.from ?? '') ?? null)
    said.set(step.id, [...new Set([...(said.get(step.id) ?? []), words])])
  }
  return new Map(
    [...said].map(([id, [first, ...others]]) => [id, [first, ...others.map(lowerFirst)].join(', or ')]),
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function sayLink({ branches, days }: Link, step: StepView, from: StepView | null): string {
  const after = (what: string, value: number) => `${count(value, 'day')} after ${what}`
  // Only emails have a delay.
  const delay = step.stepType === 'send_email' ? step.delayDays : 0
  if (!from) return delay === 0 ? 'On the first day' : after('the start', delay)
  if (from.stepType === 'wait')
    return delay === 0 ? `When ${from.name} ends` : after(`${from.name} ends`, delay)
  if (from.stepType === 'add_to_persona')
    return delay === 0 ? `Right after ${from.name}` : after(from.name, delay)
  const isReply = branches.length === 1 && branches[0] === 'replied'
  const what = isReply ? `a reply to ${from.name}` : from.name
  return days === 0 ? `On the day of ${what}` : after(what, days)
}

/**
 * When a step comes: "4 days after Intro, at 09:30 (Europe/Paris)". Only emails have a time of day.
 * @param sequence names the time zone of that time
 */
export function sayTime(
  step: StepView,
  moment: string | undefined,
  sequence?: { timezone: string; useContactTimezone: boolean },
): string {
  if (!moment) return 'No branch leads here'
  if (step.stepType !== 'send_email') return moment
  const zone = sequence ? ` (${zoneWords(sequence)})` : ''
  return `${moment}, at ${clock(step.sendHour, step.sendMinute)}${zone}`
}

const HOURS_PER_DAY = 24

/** How long a Send Email step waits for a reaction; null where nothing follows the window's end. */
export function sayWindow(step: StepView, steps: readonly StepView[]): string | null {
  const follows = linksOf(steps).some(
    ({ from, to, branches }) =>
      from === step.id && to !== null && branches.some((branch) => branch !== 'replied'),
  )
  if (step.stepType !== 'send_email' || !follows) return null
  const window = windowOf(step)
  return window ? `Waits ${window} for a reaction` : 'Does not wait for a reaction'
}

/** The reaction window in words: "2 days 4 hours"; empty for none. */
const windowOf = ({ reactionWindowHours: hours, reactionWindowMinutes: minutes }: StepView): string =>
  [
    hours >= HOURS_PER_DAY && count(Math.floor(hours / HOURS_PER_DAY), 'day'),
    hours % HOURS_PER_DAY > 0 && count(hours % HOURS_PER_DAY, 'hour'),
    minutes > 0 && count(minutes, 'minute'),
  ]
    .filter(Boolean)
    .join(' ')

/**
 * What the delay of a Send Email step counts from: "the end of the 2 days in which Intro waits for a reaction". A step that several ways
 * lead to has each of them; a new one follows the last step of the main line.
 * @param steps all steps of the sequence, in order
 */
export function sayDelayStart(
  { id, order, branchOnly = false }: { id?: string; order: number; branchOnly?: boolean },
  steps: readonly StepView[],
): string {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const before = steps.filter((step) => !step.branchOnly && step.order < order).at(-1)
  const ways = id ? linksOf(steps).filter(({ to }) => to === id) : []
  if (ways.length === 0 && branchOnly) return 'the moment a branch leads here'
  const starts = ways.length > 0 ? ways : [{ from: before?.id ?? null, branches: [] }]
  return [...new Set(starts.map(({ from, branches }) => sayStart(byId.get(from ?? ''), branches)))].join(
    ', or from ',
  )
}

function sayStart(from: StepView | undefined, branches: readonly BranchName[]): string {
  if (!from) return 'the day on which a contact enters the sequence'
  if (from.stepType !== 'send_email') return `the end of ${from.name}`
  const [branch = 'notOpened'] = branches
  const wait = branch === 'nextAction' ? 0 : from[`${branch}WaitDays`]
  const later = wait > 0 ? ` plus ${count(wait, 'day')}` : ''
  const window = windowOf(from)
  if (branches.length === 1 && branch === 'replied') return `a reply to ${from.name}${later}`
  if (!window) return `${from.name}${later}`
  return `the end of the ${window} in which ${from.name} waits for a reaction${later}`
}

/** The branches of a way, in words for its label; empty for what always follows. */
export function sayBranches(branches: readonly BranchName[]): string {
  const has = (branch: BranchName) => branches.includes(branch)
  if (has('nextAction') || branches.length === 3) return ''
  if (has('replied'))
    return branches.length === 1
      ? 'Replied'
      : has('notOpened')
        ? 'Not opened, or replied'
        : 'Opened or replied'
  if (branches.length === 2) return 'No reply'
  return has('notOpened') ? 'Not opened' : has('openedNoReply') ? 'Opened, no reply' : ''
}

/** Where a way is: "between Intro and Reminder: no reply", "after Intro: replied". */
export function sayPlace({ from, to, branches }: Link, nameOf: (id: string) => string | undefined): string {
  const [before, after] = [from && nameOf(from), to && nameOf(to)]
  const where = !before ? `before ${after}` : after ? `between ${before} and ${after}` : `after ${before}`
  const why = sayBranches(branches).toLowerCase()
  return why ? `${where}: ${why}` : where
}
