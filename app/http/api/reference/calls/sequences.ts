import type { CallRows } from '../row'
import { ID } from '../values'

const params = { id: ID.sequence }

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
