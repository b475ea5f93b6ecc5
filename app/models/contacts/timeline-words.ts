import type { Words } from '~/engine/explain'
import { explainStored } from '~/engine/explain-stored'
import type { Json } from '~/engine/types'
import type { EventKind, EventMark, TimelineEntry } from './timeline'

/** An event as it is read: what its data holds depends on its kind. */
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

type Said = Pick<TimelineEntry, 'mark' | 'text' | 'quote' | 'link'>

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const titled = (subject: unknown) => (text(subject) ? `“${text(subject)}”` : 'a mail without a subject')

/** What happened, in words. */
export function wordEvent({ kind, at, key, data }: Event, words: Words): TimelineEntry {
  return { key, at, when: words.date(new Date(at)), ...SAY[kind](data, words) }
}

const SAY: Record<EventKind, (data: Event['data'], words: Words) => Said> = {
  created: ({ source, fileName }) => ({
    mark: 'add',
    text: text(fileName)
      ? `Imported from ${text(fileName)}.`
      : source === 'apollo'
        ? 'Added from the lead database.'
        : 'Added by hand.',
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
  inbound: sayInbound,
  unsubscribed: () => ({ mark: 'bad', text: 'Unsubscribed by the link in a mail.' }),
  decision: sayDecision,
}

function sayInbound({ inbound, subject, text: body, hard, detail }: Event['data']): Said {
  switch (inbound) {
    case 'reply':
      return { mark: 'reply', text: `Replied: ${titled(subject)}.`, ...quoted(body) }
    case 'auto_reply':
      return { mark: 'plan', text: `An automatic answer came: ${titled(subject)}.`, ...quoted(body) }
    case 'complaint':
      return { mark: 'bad', text: 'Reported a mail as spam.' }
    default:
      return {
        mark: 'bad',
        text: hard === true ? 'A mail came back: the address takes none.' : 'A mail came back.',
        ...quoted(detail),
      }
  }
}

/** What the user's own acts on the contact are called. */
const BY_USER: Record<string, string> = {
  suppression_lifted: 'You lifted the suppression.',
  unsubscription_lifted: 'You lifted the unsubscription.',
  bounce_lifted: 'You lifted the bounce mark.',
  listed_do_not_contact: 'You put the address on the Do not contact list.',
}

function sayDecision(data: Event['data'], words: Words): Said {
  const type = text(data.type)
  const rule = text(data.rule)
  const own = BY_USER[rule]
  if (own) return { mark: 'by_user', text: own }
  const inputs = (data.inputs ?? {}) as { [key: string]: Json }
  if (rule === 'list_step' && text(inputs.personaId)) return sayListStep(inputs, data, words)
  return {
    mark: markOf(type, rule),
    text: explainStored({ type, rule, inputs }, words) || 'Looked at; nothing changed.',
    ...enrollmentLink(data),
  }
}

/** The list, not the sequence, is what the line is about. */
function sayListStep(inputs: { [key: string]: Json }, { name, list }: Event['data'], words: Words): Said {
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

const enrollmentLink = ({ sequenceId, enrollmentId, name }: Event['data']): Pick<Said, 'link'> =>
  sequenceId && enrollmentId
    ? { link: { kind: 'enrollment', ids: [sequenceId, enrollmentId], label: text(name) } }
    : {}
