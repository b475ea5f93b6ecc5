import { clockTime } from '~/engine/calendar'
import type { Variant } from '../variants'
import { isSame, type StepContent } from './content'
import type { Names } from './difference'

interface Pair {
  was: StepContent
  is: StepContent
  before: readonly StepContent[]
  after: readonly StepContent[]
  names: Names
}

const TYPES = { send_email: 'Send Email', wait: 'Wait', add_to_persona: 'Add to Email List' }

/** What changed in a step, in words. */
export function stepChanges(pair: Pair): string[] {
  const { was, is } = pair
  const common = [
    was.name === is.name ? null : `renamed from ${was.name}`,
    changed(pair, ['stepType'], '', (step) => TYPES[step.stepType]),
    changed(pair, ['branchOnly'], '', (step) => (step.branchOnly ? 'branch only' : 'on the main line')),
  ]
  const own = { send_email: sendChanges, wait: waitChanges, add_to_persona: listChanges }[is.stepType](pair)
  return [...common, ...own].flatMap((text) => text ?? [])
}

/** The words of both sides after `lead`, if one of the fields differs: "waits 3 days instead of 2 days". */
function changed(
  { was, is }: Pick<Pair, 'was' | 'is'>,
  keys: readonly (keyof StepContent)[],
  lead: string,
  words: (step: StepContent) => string,
): string | null {
  if (keys.every((key) => isSame(was[key], is[key]))) return null
  return `${lead}${words(is)} instead of ${words(was)}`
}

const REACTIONS = { notOpened: 'not opened', openedNoReply: 'opened, no reply', replied: 'replied' }

function sendChanges(pair: Pair): (string | null)[] {
  const { before, after, is, names } = pair
  const flag = (key: 'skipWeekends' | 'sameThread', on: string, off: string) =>
    pair.was[key] === is[key] ? null : is[key] ? on : off
  return [
    changed(pair, ['variants', 'templateId'], '', ({ variants, templateId }) =>
      variants.length > 0 ? variantWords(variants, names) : nameOf(templateId, names),
    ),
    changed(pair, ['delayDays'], 'waits ', ({ delayDays }) => days(delayDays)),
    changed(pair, ['sendHour', 'sendMinute'], 'sent at ', (step) =>
      clockTime(step.sendHour, step.sendMinute),
    ),
    changed(
      pair,
      ['reactionWindowHours', 'reactionWindowMinutes'],
      'reaction window ',
      ({ reactionWindowHours: hours, reactionWindowMinutes: minutes }) =>
        `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`,
    ),
    flag('skipWeekends', 'skips weekends', 'no longer skips weekends'),
    flag('sameThread', 'in the same thread', 'no longer in the same thread'),
    ...(['notOpened', 'openedNoReply', 'replied'] as const).map((branch) =>
      branchChange(branch, { ...pair, before, after }),
    ),
  ]
}

function branchChange(branch: keyof typeof REACTIONS, { was, is, before, after }: Pair): string | null {
  const words = (step: StepContent, steps: readonly StepContent[]) => {
    const wait = step[`${branch}WaitDays`]
    const target = targetWords(step[`${branch}Next`], step[`${branch}StepId`], steps)
    return wait > 0 ? `${target} after ${days(wait)}` : target
  }
  const [now, then] = [words(is, after), words(was, before)]
  return now === then ? null : `${REACTIONS[branch]}: ${now} instead of ${then}`
}

function targetWords(kind: 'default' | 'end' | 'step', id: string | null, steps: readonly StepContent[]) {
  if (kind === 'default') return 'the default'
  const target = kind === 'step' ? steps.find((step) => step.id === id) : null
  return target?.name ?? 'the end'
}

function nextChange({ was, is, before, after }: Pair): string | null {
  const words = (
    { nextActionType: type, nextActionStepId: id }: StepContent,
    steps: readonly StepContent[],
  ) => targetWords(type === null ? 'default' : id ? 'step' : 'end', id, steps)
  const [now, then] = [words(is, after), words(was, before)]
  return now === then ? null : `then ${now} instead of ${then}`
}

const waitChanges = (pair: Pair) => [
  changed(
    pair,
    ['waitValue', 'waitUnit'],
    'waits ',
    ({ waitValue, waitUnit }) => `${waitValue ?? 0} ${waitUnit ?? 'hours'}`,
  ),
  nextChange(pair),
]

const listChanges = (pair: Pair) => [
  changed(
    pair,
    ['personaId'],
    'adds to ',
    ({ personaId }) => (personaId && pair.names[personaId]) || 'a deleted email list',
  ),
  nextChange(pair),
]

const days = (n: number) => `${n} ${n === 1 ? 'day' : 'days'}`

const nameOf = (id: string | null, names: Names) =>
  id ? `template ${names[id] ?? '(deleted)'}` : 'no template'

/** "template A", or "templates A (2), B (1), C (off)" with the weights. */
function variantWords(variants: readonly Variant[], names: Names): string {
  if (variants.length === 1) return nameOf(variants[0]!.templateId, names)
  const each = variants.map(({ templateId, weight, active }) => {
    const name = templateId ? (names[templateId] ?? '(deleted)') : '(deleted)'
    return `${name} (${active ? weight : 'off'})`
  })
  return `templates ${each.join(', ')}`
}
