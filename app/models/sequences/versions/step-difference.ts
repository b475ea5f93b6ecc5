import { clockTime } from '~/engine/calendar'
import type { Variant } from '../variants/variants'
import { isSame, type Names, type StepContent } from './content'

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
    isSame(pair.was.variants, is.variants) ? null : variantChange(pair.was.variants, is.variants, names),
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
  const [then, now] = [
    { ...targetOf(was[`${branch}Next`], was[`${branch}StepId`], before), wait: was[`${branch}WaitDays`] },
    { ...targetOf(is[`${branch}Next`], is[`${branch}StepId`], after), wait: is[`${branch}WaitDays`] },
  ]
  if (now.key === then.key && now.wait === then.wait) return null
  const words = ({ name, wait }: typeof now) => (wait > 0 ? `${name} after ${days(wait)}` : name)
  return `${REACTIONS[branch]}: ${words(now)} instead of ${words(then)}`
}

/** Where a branch leads, in words, and a key that stays the same when the step is renamed. */
function targetOf(
  kind: 'default' | 'end' | 'step',
  id: string | null,
  steps: readonly StepContent[],
): { key: string; name: string } {
  if (kind === 'default') return { key: 'default', name: 'the default' }
  const target = kind === 'step' ? steps.find((step) => step.id === id) : null
  return target ? { key: target.id, name: target.name } : { key: 'end', name: 'the end' }
}

function nextChange({ was, is, before, after }: Pair): string | null {
  const target = ({ nextActionType, nextActionStepId: id }: StepContent, steps: readonly StepContent[]) =>
    targetOf(nextActionType === null ? 'default' : id ? 'step' : 'end', id, steps)
  const [now, then] = [target(is, after), target(was, before)]
  return now.key === then.key ? null : `then ${now.name} instead of ${then.name}`
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

/**
 * "template A", or "templates A (2), B (1), C (off)" with the weights.
 * @param isShort leaves out the word "template" before a single one
 */
function variantChange(was: readonly Variant[], is: readonly Variant[], names: Names): string {
  const [then, now] = [variantWords(was, names, is.length < 2), variantWords(is, names)]
  // For example a copy for the step.
  return now === `template ${then}` ? `another template named ${then}` : `${now} instead of ${then}`
}

function variantWords(variants: readonly Variant[], names: Names, isShort = false): string {
  const nameOf = ({ templateId }: Variant) => (templateId && names[templateId]) || '(deleted)'
  const [only, ...others] = variants
  if (!only) return 'none'
  if (others.length === 0)
    return only.templateId ? `${isShort ? '' : 'template '}${nameOf(only)}` : 'no template'
  const each = variants.map((variant) => `${nameOf(variant)} (${variant.active ? variant.weight : 'off'})`)
  return `templates ${each.join(', ')}`
}
