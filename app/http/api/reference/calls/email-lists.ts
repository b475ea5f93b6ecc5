import type { CallRows } from '../row'
import { ID } from '../values'

const list = { name: 'CTOs in Berlin', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }

export const EMAIL_LIST_CALLS: CallRows = {
  'GET /api/personas': { id: 'listEmailLists', query: { limit: 50 } },
  'POST /api/personas': { id: 'createEmailList', body: list },
  'GET /api/personas/{id}': { id: 'getEmailList', params: { id: ID.persona } },
  'PATCH /api/personas/{id}': {
    id: 'updateEmailList',
    text: 'Fields that are absent stay as they are.',
    params: { id: ID.persona },
    body: { description: 'From the spring campaign' },
  },
  'PUT /api/personas/{id}': {
    id: 'putEmailList',
    text: 'The same as PATCH: fields that are absent stay as they are.',
    params: { id: ID.persona },
    body: list,
  },
  'DELETE /api/personas/{id}': {
    id: 'deleteEmailList',
    text: 'If sequences or workflows use it, it is refused with `IN_USE` unless `contacts` says what becomes of its contacts in progress, or `force` is true, which means `goOn`.',
    params: { id: ID.persona },
    query: { contacts: 'goOn' },
  },
  'GET /api/personas/{id}/contacts': {
    id: 'listEmailListContacts',
    params: { id: ID.persona },
    query: { limit: 100 },
  },
  'POST /api/personas/{id}/contacts': {
    id: 'addContactToEmailList',
    text: 'Adding a contact that is in the list already changes nothing: `added` is then 0.',
    params: { id: ID.persona },
    body: { contactId: ID.contact },
  },
  'DELETE /api/personas/{id}/contacts/{contactId}': {
    id: 'removeContactFromEmailList',
    params: { id: ID.persona, contactId: ID.contact },
  },
  'POST /api/personas/{id}/move-contacts': {
    id: 'moveContactsToEmailList',
    params: { id: ID.persona },
    body: { contactIds: [ID.contact], sourcePersonaId: ID.otherPersona },
  },
  'GET /api/personas/{id}/sequences': { id: 'listEmailListSequences', params: { id: ID.persona } },
  'POST /api/personas/{id}/search-apollo': {
    id: 'searchLeadsForEmailList',
    params: { id: ID.persona },
    body: { page: 1, per_page: 10 },
  },
}
