import type { CallRows } from '../row'
import { ID } from '../values'

const params = { id: ID.sequence }
const member = { ...params, contactId: ID.contact }

export const SEQUENCE_CALLS: CallRows = {
  'GET /api/sequences': { id: 'listSequences', query: { limit: 50 } },
  'POST /api/sequences': {
    id: 'createSequence',
    body: {
      name: 'Welcome',
      timezone: 'Europe/Berlin',
      sendDays: [1, 2, 3, 4, 5],
      latestSendTime: '17:00',
      mailboxIds: [ID.mailbox],
    },
  },
  'GET /api/sequences/{id}': { id: 'getSequence', params },
  'PATCH /api/sequences/{id}': {
    id: 'updateSequence',
    text: 'Fields that are absent stay as they are. Contacts in progress follow the change unless `keepInProgress` is true.',
    params,
    body: { name: 'Welcome, spring', contactLimit: 500 },
  },
  'DELETE /api/sequences/{id}': {
    id: 'deleteSequence',
    text: 'Pending emails are canceled. Emails that were sent stay in the log. With contacts in progress it is refused with `IN_USE` unless `force` is true.',
    params,
    query: { force: 'true' },
  },
  'POST /api/sequences/{id}/clone': {
    id: 'cloneSequence',
    text: 'The copy is a draft with the same settings and steps, and without email lists, contacts and start date.',
    params,
  },
  'POST /api/sequences/{id}/activate': {
    id: 'activateSequence',
    text: 'It enrolls the contacts of the linked email lists and begins to send. Without steps it is refused with `CONFLICT`.',
    params,
  },
  'POST /api/sequences/{id}/pause': {
    id: 'pauseSequence',
    text: 'Pending emails wait until it is activated again.',
    params,
  },
  'POST /api/sequences/{id}/launch': { id: 'launchSequence', params },
  'GET /api/sequences/{id}/analytics': {
    id: 'getSequenceReport',
    text: '`stepStats` has a row for each Send Email step, also before anything was sent.',
    params,
  },
  'GET /api/sequences/{id}/analytics/daily': {
    id: 'getSequenceReportByDay',
    text: "Days are those of the sequence's time zone. Without `to` until today, without `from` 90 days; at most 366. An open counts on its own day, not on that of its email.",
    params,
    query: { from: '2026-01-01', to: '2026-01-31' },
  },
  'GET /api/sequences/{id}/versions': { id: 'listSequenceVersions', params, query: { limit: 20 } },
  'GET /api/sequences/{id}/forecast': {
    id: 'forecastSequence',
    text: 'Computed now, from daily limits, spacing, weekends and time zones; a draft counts as if it were activated now. `cut` is true if only the first 5,000 contacts were included.',
    params,
  },
  'GET /api/sequences/{id}/contacts': {
    id: 'listEnrolledContacts',
    text: '`holdReason` says why an active contact waits for something other than its date, `nextActionAt` when it is looked at again. Of a deleted contact only its place in the sequence is left.',
    params,
    query: { status: 'active', limit: 50 },
  },
  'GET /api/sequences/{id}/contacts/{contactId}': { id: 'getEnrolledContact', params: member },
  'PATCH /api/sequences/{id}/contacts/{contactId}': {
    id: 'updateEnrolledContact',
    text: 'What is not possible now, such as to resume a contact that is not paused, is refused with `CONFLICT`.',
    params: member,
    body: { action: 'pause' },
  },
  'DELETE /api/sequences/{id}/contacts/{contactId}': {
    id: 'stopEnrolledContact',
    text: 'The same as the action `stop`: the contact stays, with what was sent.',
    params: member,
  },
  'POST /api/sequences/{id}/contacts': {
    id: 'enrollContacts',
    text: 'Contacts who may not get email are skipped, with the count of each reason. Up to 1,000 contacts are enrolled at once; for more, the response has the `jobId` of the job that enrolls them.',
    params,
    body: { contactIds: [ID.contact] },
  },
  'POST /api/sequences/{id}/contacts/resume': {
    id: 'resumeContacts',
    text: 'Continues with contacts that you paused, and with those whose address could not be reached. Others stay as they are.',
    params,
    body: { contactIds: [ID.contact] },
  },
  'GET /api/sequences/{id}/email-lists': { id: 'listSequenceEmailLists', params },
  'POST /api/sequences/{id}/add-email-list': {
    id: 'linkEmailList',
    text: 'A running sequence enrolls the contacts of the list at once, and those who join it later.',
    params,
    body: { personaId: ID.otherPersona },
  },
  'DELETE /api/sequences/{id}/email-lists/{personaId}': {
    id: 'unlinkEmailList',
    text: 'If the list has contacts in progress, it is refused with `IN_USE` unless `contacts` says what becomes of them, or `force` is true, which means `goOn`. Contacts that are in another linked list, too, do not count.',
    params: { id: ID.sequence, personaId: ID.persona },
    query: { contacts: 'hold' },
  },
}
