import { type ExplainTerms, explainEnd, explainHoldWith, explainNext } from './explain'
import type { EndReason, HoldReason, Json, PlannedAction, Rule } from './types'

/** A stored decision: without the resulting state, but with the inputs that describe it. */
export interface StoredDecision {
  type: string
  rule: string
  inputs: { [key: string]: Json }
}

const REACTIONS: Record<string, string> = {
  not_opened: 'was not opened',
  opened_no_reply: 'was opened but not answered',
  replied: 'was answered',
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : '')

/** Why an email is not sent at its own time. */
const MOVED: Record<string, string> = {
  slot: 'its mailbox spaces out its emails.',
  day_end: "its mailbox's day has ended.",
  weekend: 'the step skips weekends.',
  send_days: 'the sequence does not send on that day of the week.',
  holiday: 'that day is a holiday or a day off.',
  too_late: 'it would have been after the latest time of the day.',
}

/** Why no email is sent at the moment that was reached. */
const CLOSED: Record<string, string> = {
  send_days: 'The sequence does not send on this day of the week.',
  holiday: 'The day is a holiday or a day off.',
  too_late: 'It was after the latest time of the day.',
}

/** Why the mailbox was chosen, by the company that runs it. */
const COMPANIES: Record<string, string> = {
  google: " from a mailbox at Google, which also serves the contact's domain",
  microsoft: " from a mailbox at Microsoft, which also serves the contact's domain",
}

/** Describes what happened, by rule. Rules without an entry need no description. */
const HAPPENED: Partial<Record<Rule, (inputs: StoredDecision['inputs'], words: ExplainTerms) => string>> = {
  window_decided: ({ windowOf, reaction }, words) =>
    REACTIONS[text(reaction)]
      ? `${words.step(text(windowOf))} ${REACTIONS[text(reaction)]} within its window.`
      : `The window of ${words.step(text(windowOf))} ended.`,
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
  company_reply: ({ domain }) => `Somebody at ${text(domain) || 'the same company'} replied.`,
  auto_reply: () => 'An automatic reply came; it does not count as a reply.',
  calendar: () => 'The contact sent or answered an invitation; it does not count as a reply.',
  opt_out_asked: () => 'The contact may have asked for no more email.',
  message_withdrawn: () => 'You decided what a message of the contact was.',
  moved_late: () => 'The email was more than 60 minutes late and moved to its next valid time.',
  moved_weekend: () => 'The step skips weekends.',
  moved_closed: ({ closed }) => CLOSED[text(closed)] ?? '',
  replanned: () => 'The sequence was changed or resumed.',
  resent_by_user: () => 'It was unknown whether the email had been sent. You resent it.',
  counted_as_sent: () => 'It was unknown whether the email had been sent. You counted it as sent.',
  paused_by_user: () => 'You paused this contact.',
  reachable: () => 'The contact opened or answered an email, so the address works.',
  refusal_withdrawn: () =>
    'The server refuses all emails of the mailbox for now, so the refusal does not count.',
  skipped_by_user: ({ skipped }, words) => `You skipped ${words.step(text(skipped))}.`,
}

/** Explains a stored decision in one or two sentences: why it was made, and what followed. */
export function explainStored({ type, rule, inputs }: StoredDecision, words: ExplainTerms): string {
  const why = HAPPENED[rule as Rule]?.(inputs, words) ?? ''
  return [why, whatFollowed(type, rule, inputs, words)].filter(Boolean).join(' ')
}

function whatFollowed(
  type: string,
  rule: string,
  inputs: StoredDecision['inputs'],
  words: ExplainTerms,
): string {
  const { action, stepId, at, reason, until, detail } = inputs
  const more = text(detail) ? ` (${text(detail)})` : ''
  switch (type) {
    case 'send':
      return `${words.step(text(stepId))} was due: sending started${COMPANIES[text(inputs.matched)] ?? ''}.`
    case 'hold':
      if (rule === 'paused_by_user') return ''
      return `Held${text(until) ? ` until ${words.date(new Date(text(until)))}` : ''}: ${explainHoldWith(text(reason) as HoldReason, text(detail))}.`
    case 'stop':
    case 'complete':
      return text(reason)
        ? `${explainEnd(text(reason) as EndReason)}${more}.`
        : 'The sequence has ended for this contact.'
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
