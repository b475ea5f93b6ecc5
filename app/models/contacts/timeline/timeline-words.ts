import type { ExplainTerms } from '~/engine/explain'
import { explainStored } from '~/engine/explain-stored'
import type { Json } from '~/engine/types'
import { historyRemoved, textRemoved } from '~/models/shared/removed'
import type { EventKind, EventMark, TimelineEntry } from './timeline'

/** An event as read from the database. Its data depends on its kind. */
export interface Event {
  kind: EventKind
  at: string
  key: string
  data: {
    [name: string]: unknown
    sequenceId?: string | null
    enrollmentId?: string | null
    name?: string | null
  }
}

type Description = Pick<TimelineEntry, 'mark' | 'text' | 'quote' | 'link'>

const moment = (value: unknown) => new Date(text(value))
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const titled = (subject: unknown) => (text(subject) ? `“${text(subject)}”` : 'an email without a subject')

/** Describes an event in a sentence. */
export function describeEvent({ kind, at, key, data }: Event, words: ExplainTerms): TimelineEntry {
  return { key, at, when: words.date(new Date(at)), ...DESCRIBE[kind](data, words) }
}

const DESCRIBE: Record<EventKind, (data: Event['data'], words: ExplainTerms) => Description> = {
  created: ({ source, fileName }) => ({
    mark: 'add',
    text: text(fileName)
      ? `Imported from ${text(fileName)}.`
      : source === 'apollo'
        ? 'Added from the lead database.'
        : 'Added manually.',
  }),
  listed: ({ personaId, name }) => ({
    mark: 'add',
    text: 'Joined an email list.',
    link: { kind: 'list', ids: [text(personaId)], label: text(name) },
  }),
  enrolled: (data) => ({ mark: 'add', text: 'Enrolled in a sequence.', ...enrollmentLink(data) }),
  sent: ({ subject, sequence, step, sender }) => ({
    mark: 'mail',
    text: `Sent ${titled(subject)} from ${text(sender)}${text(sequence) ? ` (${[text(sequence), text(step)].filter(Boolean).join(', ')})` : ''}.`,
  }),
  opened: ({ subject }) => ({ mark: 'open', text: `Opened ${titled(subject)}.` }),
  failed: ({ subject, detail }) => ({
    mark: 'bad',
    text: `${titled(subject)} could not be sent.`,
    ...quoted(detail),
  }),
  bounced: ({ subject, detail }) => ({ mark: 'bad', text: `${titled(subject)} bounced.`, ...quoted(detail) }),
  inbound: describeInbound,
  unsubscribed: () => ({ mark: 'bad', text: 'Unsubscribed with the link in an email.' }),
  decision: describeDecision,
  removed: describeRemoved,
}

function describeInbound({ inbound, subject, hard, detail, ...data }: Event['data']): Description {
  const body = data.removedAt ? textRemoved(moment(data.receivedAt), moment(data.removedAt)) : data.text
  switch (inbound) {
    case 'reply':
      return { mark: 'reply', text: `Replied: ${titled(subject)}.`, ...quoted(body) }
    case 'auto_reply':
      return { mark: 'plan', text: `Sent an automatic reply: ${titled(subject)}.`, ...quoted(body) }
    case 'calendar':
      return { mark: 'reply', text: `Sent or answered an invitation: ${titled(subject)}.` }
    case 'reaction':
      return { mark: 'reply', text: `Reacted with an emoji to ${titled(subject)}.` }
    case 'complaint':
      return { mark: 'bad', text: 'Reported an email as spam.' }
    case 'unproven':
      return {
        mark: 'plan',
        text: 'A message came that may be forged. It counts for nothing.',
        ...quoted(detail),
      }
    default:
      return {
        mark: 'bad',
        text: hard === true ? 'An email bounced: the address does not accept email.' : 'An email bounced.',
        ...quoted(detail),
      }
  }
}

function describeRemoved(data: Event['data']): Description {
  const { completedAt, enrolledAt, historyRemovedAt } = data
  const said = historyRemoved({
    completedAt: completedAt ? moment(completedAt) : null,
    enrolledAt: moment(enrolledAt),
    historyRemovedAt: moment(historyRemovedAt),
  })
  return { mark: 'plan', text: said ?? '', ...enrollmentLink(data) }
}

/** Texts for the user's own actions on the contact. */
const BY_USER: Record<string, string> = {
  suppression_lifted: 'You lifted the suppression.',
  unsubscription_lifted: 'You lifted the unsubscription.',
  bounce_lifted: 'You lifted the bounce mark.',
  contact_hold_ended: 'You decided about this contact, whose emails had waited.',
  listed_do_not_contact: 'You added the address to the Do not contact list.',
}

function describeDecision(data: Event['data'], words: ExplainTerms): Description {
  const type = text(data.type)
  const rule = text(data.rule)
  const own = BY_USER[rule]
  if (own) return { mark: 'by_user', text: own }
  const inputs = (data.inputs ?? {}) as { [key: string]: Json }
  if (rule === 'list_step' && text(inputs.personaId)) return describeListStep(inputs, data, words)
  return {
    mark: markOf(type, rule),
    text: explainStored({ type, rule, inputs }, words) || 'Checked: nothing changed.',
    ...enrollmentLink(data),
  }
}

/** Describes an Add to Email List step. The line links to the list, not to the sequence. */
function describeListStep(
  inputs: { [key: string]: Json },
  { name, list }: Event['data'],
  words: ExplainTerms,
): Description {
  const step = `${words.step(text(inputs.ran))}${text(name) ? ` of ${text(name)}` : ''}`
  return {
    mark: 'add',
    text: `${step} added the contact to an email list.`,
    ...(text(list) ? { link: { kind: 'list', ids: [text(inputs.personaId)], label: text(list) } } : {}),
  }
}

const markOf = (type: string, rule: string): EventMark =>
  rule.endsWith('_by_user') ? 'by_user' : type === 'stop' ? 'bad' : 'plan'

const quoted = (words: unknown) => (text(words).trim() ? { quote: text(words).trim() } : {})

const enrollmentLink = ({ sequenceId, enrollmentId, name }: Event['data']): Pick<Description, 'link'> =>
  sequenceId && enrollmentId
    ? { link: { kind: 'enrollment', ids: [sequenceId, enrollmentId], label: text(name) } }
    : {}
