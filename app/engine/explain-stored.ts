import { explainEnd, explainHold, explainNext, type Words } from './explain'
import type { EndReason, HoldReason, Json, PlannedAction, Rule } from './types'

/** A decision as it is kept: without the state that it led to, but with the inputs that say so. */
export interface StoredDecision {
  type: string
  rule: string
  inputs: { [key: string]: Json }
}

const REACTIONS: Record<string, string> = {
  not_opened: 'it was not opened',
  opened_no_reply: 'it was opened and not answered',
  replied: 'it was answered',
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : '')

/** Why an email does not leave at its own time. */
const MOVED: Record<string, string> = {
  slot: 'its mailbox spaces out its emails.',
  day_end: 'the day is over for its mailbox.',
  weekend: 'the step skips weekends.',
}

/** What happened, by the rule; the empty text for rules that say nothing by themselves. */
const HAPPENED: Partial<Record<Rule, (inputs: StoredDecision['inputs'], words: Words) => string>> = {
  window_decided: ({ windowOf, reaction }, words) =>
    `The window of ${words.step(text(windowOf))} ended${REACTIONS[text(reaction)] ? ` and ${REACTIONS[text(reaction)]}` : ''}.`,
  window_opened: ({ stepId }, words) => `${words.step(text(stepId))} was sent.`,
  wait_ended: ({ waited }, words) => `${words.step(text(waited))} ended.`,
  list_step: ({ personaId }) =>
    personaId === null
      ? 'The email list was deleted, so nothing was added.'
      : 'The contact was added to an email list.',
  reply: ({ answers }, words) => `The contact answered ${words.step(text(answers))}.`,
  reply_after_end: ({ answers }, words) =>
    `The contact answered ${words.step(text(answers))}, after the end.`,
  reply_further: () => 'The contact replied again; nothing changed.',
  reply_elsewhere: () => 'The contact replied in another sequence.',
  auto_reply: () => 'An automatic answer came; it is not a reply.',
  moved_late: () => 'The mail was more than 60 minutes late and moved to its next valid time.',
  moved_weekend: () => 'The step skips weekends.',
  replanned: () => 'The sequence was changed or resumed.',
  resent_by_user: () => 'Nobody could tell whether the mail went out; you had it sent again.',
  counted_as_sent: () => 'Nobody could tell whether the mail went out; you counted it as sent.',
  paused_by_user: () => 'You paused this person.',
  skipped_by_user: ({ skipped }, words) => `You skipped ${words.step(text(skipped))}.`,
}

/** One or two sentences on a decision that was kept: why, and what followed. */
export function explainStored({ type, rule, inputs }: StoredDecision, words: Words): string {
  const why = HAPPENED[rule as Rule]?.(inputs, words) ?? ''
  return [why, whatFollowed(type, rule, inputs, words)].filter(Boolean).join(' ')
}

function whatFollowed(type: string, rule: string, inputs: StoredDecision['inputs'], words: Words): string {
  const { action, stepId, at, reason, until, detail } = inputs
  const more = text(detail) ? ` (${text(detail)})` : ''
  switch (type) {
    case 'send':
      return `${words.step(text(stepId))} was due: handed to its mailbox.`
    case 'hold':
      if (rule === 'paused_by_user') return ''
      return `Held${text(until) ? ` until ${words.date(new Date(text(until)))}` : ''}: ${explainHold(text(reason) as HoldReason)}${more}.`
    case 'stop':
    case 'complete':
      return text(reason)
        ? `${explainEnd(text(reason) as EndReason)}${more}.`
        : 'The sequence is over for this person.'
    case 'plan':
    case 'add_to_list': {
      if (rule === 'moved_slot' && text(at))
        return `Scheduled for ${words.date(new Date(text(at)))}: ${MOVED[text(inputs.reason)] ?? MOVED.slot}`
      const kind = text(action) as PlannedAction['kind']
      if (!kind || !text(at)) return ''
      const next = explainNext({ kind, stepId: text(stepId), at: new Date(text(at)) }, words)
      return `${next.charAt(0).toUpperCase()}${next.slice(1)}.`
    }
    default:
      return ''
  }
}
