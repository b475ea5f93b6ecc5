import { ACCOUNT_CALLS } from './calls/account'
import { CONTACT_CALLS } from './calls/contacts'
import { CONVERSATION_CALLS } from './calls/conversations'
import { EMAIL_LIST_CALLS } from './calls/email-lists'
import { EMAIL_CALLS } from './calls/emails'
import { JOB_CALLS } from './calls/jobs'
import { LEAD_CALLS } from './calls/leads'
import { MAILBOX_CALLS } from './calls/mailboxes'
import { SEQUENCE_CALLS } from './calls/sequences'
import { STEP_CALLS } from './calls/steps'
import { TEMPLATE_CALLS } from './calls/templates'
import { WEBHOOK_CALLS } from './calls/webhooks'
import { WORKFLOW_CALLS } from './calls/workflows'
import type { CallRow, CallRows } from './row'

/** A part of the reference: a tag of the description, and a page of `/api/docs`. */
interface Area {
  /** The tag, and the last segment of its page. */
  name: string
  title: string
  text: string
  calls: CallRows
}

/** The areas in the order of the reference. */
export const AREAS: readonly Area[] = [
  {
    name: 'contacts',
    title: 'Contacts',
    text: 'People you write to. An email address belongs to at most one contact of an account. A contact that unsubscribed, bounced or complained gets no more email, whatever a sequence says.',
    calls: CONTACT_CALLS,
  },
  {
    name: 'email-lists',
    title: 'Email lists',
    text: 'Groups of contacts (`persona` in paths and fields). A sequence that is linked to a list enrolls the contacts who join it.',
    calls: EMAIL_LIST_CALLS,
  },
  {
    name: 'sequences',
    title: 'Sequences',
    text: 'A sequence sends its steps to the contacts that are enrolled in it. It starts as a draft; activating or launching it starts the sending.',
    calls: SEQUENCE_CALLS,
  },
  {
    name: 'steps',
    title: 'Steps',
    text: 'What a sequence does, in order: send an email, wait, or add the contact to an email list. After an email, each reaction (not opened, opened, replied) can lead to its own next step.',
    calls: STEP_CALLS,
  },
  {
    name: 'templates',
    title: 'Templates',
    text: 'Subjects and bodies of emails, with variables such as `{{ first_name | default: "there" }}`.',
    calls: TEMPLATE_CALLS,
  },
  {
    name: 'conversations',
    title: 'Conversations',
    text: 'The inbox: replies of your contacts, your answers, and the emails that they belong to.',
    calls: CONVERSATION_CALLS,
  },
  {
    name: 'emails',
    title: 'Sent emails',
    text: 'The log of sent emails, and those whose outcome is unknown: after a crash in the middle of a send, you decide whether it counts as sent or is sent again.',
    calls: EMAIL_CALLS,
  },
  {
    name: 'mailboxes',
    title: 'Mailboxes',
    text: 'The accounts that send your emails and read the replies: Gmail, or any SMTP server with an optional IMAP server.',
    calls: MAILBOX_CALLS,
  },
  {
    name: 'leads',
    title: 'Leads',
    text: 'The search in the lead database. Searching is free; revealing an address costs one credit of your account there.',
    calls: LEAD_CALLS,
  },
  {
    name: 'workflows',
    title: 'Workflows',
    text: 'Scheduled lead searches that add what they find to email lists.',
    calls: WORKFLOW_CALLS,
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    text: 'URLs that Coldframe calls when something happens, so that you need not poll. Each event is retried with growing pauses for up to three days until your server answers 2xx. Events arrive at least once, and in order for each object. Requests are signed as Standard Webhooks describes.',
    calls: WEBHOOK_CALLS,
  },
  {
    name: 'jobs',
    title: 'Jobs and status',
    text: 'Work that goes on after the response, what waits to be sent, notifications, and the description of this API.',
    calls: JOB_CALLS,
  },
  {
    name: 'account',
    title: 'Account and API keys',
    text: 'Signing in, the password and the API keys. These calls need a session (a cookie), so that a lost key cannot make itself more powerful; only `GET /api/me` takes a key, too.',
    calls: ACCOUNT_CALLS,
  },
]

const rows = new Map(
  AREAS.flatMap(({ name, calls }) =>
    Object.entries(calls).map(([call, row]) => [call, { ...row, area: name }]),
  ),
)

/**
 * The row of a call. @throws Error if there is none: a new call needs an id and an example
 */
export function rowOf(method: string, path: string): CallRow & { area: string } {
  const row = rows.get(`${method} ${path}`)
  if (!row) throw new Error(`${method} ${path} has no row in app/http/api/reference/calls`)
  return row
}

/** Every call that has a row, as `METHOD /path`. */
export const documentedCalls = (): string[] => [...rows.keys()]
