import type { CallRows } from '../row'
import { EXAMPLE, ID } from '../values'

export const CONTACT_CALLS: CallRows = {
  'GET /api/contacts': {
    id: 'listContacts',
    text: 'The totals in `stats` are those of all contacts, whatever the filter. `filter` is JSON: `{"all": […]}` or `{"any": […]}` of conditions `{"field", "op", "value"}` and further filters, up to three levels and 20 conditions. Fields: those of a contact, `custom.` and the key of a field of your own, `tags`, `personaId`, `sequenceId` (with `outcome`: `active`, `completed`, `stopped`, `replied` or `bounced`), `status`, `industry`, `emailDomain`, `createdAt`, `lastEmailedAt`, `lastRepliedAt` and `emailsSent`. Operators: `is`, `isNot`, `contains`, `startsWith`, `isEmpty`, `isNotEmpty`, `greaterThan`, `lessThan`, `before`, `after`, `inLastDays` and `notInLastDays`; which of them fit a field, a refusal says. `isNot` and `notInLastDays` include contacts without a value. `sortBy` is a field that is no list; contacts without a value come last. A view (`viewId`) gives both where the query does not.',
    query: { limit: 50, filter: '{"all": [{"field": "title", "op": "contains", "value": "CTO"}]}' },
  },
  'POST /api/contacts': {
    id: 'createContact',
    text: 'With `personaId`, the contact also joins that email list, and the sequences that are linked to it. An address that exists already is refused with `DUPLICATE_EMAIL`. A key of `custom` that is no field is refused, unless `createFields` makes a text field of it.',
    query: { createFields: 'true' },
    body: {
      email: EXAMPLE.email,
      firstName: 'Ann',
      lastName: 'Lee',
      organizationName: 'Acme',
      custom: { plan: 'trial' },
      personaId: ID.persona,
    },
  },
  'POST /api/contacts/bulk': {
    id: 'changeContacts',
    text: 'Send `contactIds` (up to 1,000) or a `filter` (as for `GET /api/contacts`), and what the action needs: `personaId` for `addToList` and `removeFromList`, `tags` for `tag` and `untag`, `key` and `value` for `setField` (null removes the value), `sequenceId` for `enroll`, `format` for `export`; `suppress` and `delete` need nothing more. The contacts are chosen when the call arrives. `GET /api/jobs/{jobId}` returns the progress: `added` contacts were changed, `skipped` ones were not, and `reasons` says why. The job of an export has `downloadUrl` when it is completed.',
    body: {
      filter: { all: [{ field: 'emailDomain', op: 'is', value: 'acme.example' }] },
      action: 'tag',
      tags: ['customer'],
    },
  },
  'POST /api/contacts/upsert': {
    id: 'upsertContacts',
    text: 'A contact has the fields of `POST /api/contacts`, without `personaId`. `fill` fills empty fields of contacts that exist, `overwrite` replaces them; empty values change nothing, and tags are added. Stops are set, never lifted. With `personaId`, all of them join that list. A contact that is `invalid` stops no other.',
    body: {
      mode: 'fill',
      contacts: [{ email: EXAMPLE.email, firstName: 'Ann', lastName: 'Lee', custom: { plan: 'trial' } }],
      personaId: ID.persona,
    },
  },
  'GET /api/contacts/{id}': { id: 'getContact', params: { id: ID.contact } },
  'PATCH /api/contacts/{id}': {
    id: 'updateContact',
    text: 'Fields that are absent stay as they are. `suppressed` and `unsubscribed` can be set, but never cleared here.',
    params: { id: ID.contact },
    body: { title: 'CTO', timezone: 'Europe/Berlin', tags: ['customer'] },
  },
  'DELETE /api/contacts/{id}': {
    id: 'deleteContact',
    text: 'Also deletes its conversations. If the address is on the do-not-contact list, it stays there. Active in a sequence, it is refused with `IN_USE` unless `force` is true.',
    params: { id: ID.contact },
    query: { force: 'true' },
  },
  'GET /api/contacts/{id}/holds': {
    id: 'listContactHolds',
    text: 'Emails of sequences to the contact wait until these are decided, or until `until`. `reason` says what is asked.',
    params: { id: ID.contact },
  },
  'POST /api/contacts/{id}/holds/{reason}': {
    id: 'decideContactHold',
    text: '`stop` lets the message count as what it claims to be: the contact is marked as bounced, or has replied. `continue` plans the emails again. What was decided already is refused with `CONFLICT`.',
    params: { id: ID.contact, reason: 'report_unproven' },
    body: { choice: 'stop' },
  },
  'GET /api/contact-fields': { id: 'listContactFields' },
  'POST /api/contact-fields': {
    id: 'createContactField',
    text: 'Its `key` is made from the name and never changes: it is the variable of templates and the key in `custom`. `options` are for a `choice`.',
    body: { name: 'Renewal', type: 'date' },
  },
  'PATCH /api/contact-fields/{id}': {
    id: 'updateContactField',
    params: { id: ID.field },
    body: { name: 'Seats (paid)' },
  },
  'DELETE /api/contact-fields/{id}': {
    id: 'deleteContactField',
    text: 'If a template or a view uses it, it is refused with `IN_USE` unless `force` is true.',
    params: { id: ID.field },
    query: { force: 'true' },
  },
  'GET /api/contact-views': { id: 'listContactViews' },
  'POST /api/contact-views': {
    id: 'createContactView',
    text: 'A view is a filter, columns and an order under a name. `GET /api/contacts` takes its id as `viewId`.',
    body: {
      name: 'Customers in Berlin',
      filter: { all: [{ field: 'city', op: 'is', value: 'Berlin' }] },
      columns: ['name', 'email', 'city'],
      sortBy: 'name',
      sortOrder: 'asc',
    },
  },
  'PATCH /api/contact-views/{id}': {
    id: 'updateContactView',
    params: { id: ID.view },
    body: { sortBy: 'createdAt' },
  },
  'DELETE /api/contact-views/{id}': { id: 'deleteContactView', params: { id: ID.view } },
  'GET /api/companies': {
    id: 'listCompanies',
    text: 'A company is the contacts whose addresses have one domain. Free-mail providers, such as gmail.com, are none.',
    query: { q: 'acme', limit: 50 },
  },
  'GET /api/companies/{domain}': {
    id: 'getCompany',
    text: 'Its contacts: `GET /api/contacts` with a filter of `emailDomain`. To stop all of it, add the domain to the do-not-contact list.',
    params: { domain: EXAMPLE.domain },
  },
  'GET /api/tasks': { id: 'listTasks', query: { done: 'false', dueUntil: '2026-12-31' } },
  'POST /api/tasks': {
    id: 'createTask',
    text: 'On its day, the bell and the daily digest remind of it.',
    body: { contactId: ID.contact, title: 'Ask for the renewal', dueOn: '2026-12-18' },
  },
  'PATCH /api/tasks/{id}': { id: 'updateTask', params: { id: ID.task }, body: { done: true } },
  'DELETE /api/tasks/{id}': { id: 'deleteTask', params: { id: ID.task } },
  'GET /api/do-not-contact': { id: 'listDoNotContact', query: { limit: 100 } },
  'POST /api/do-not-contact': {
    id: 'addDoNotContact',
    text: 'Sequences of contacts with the address, or at the domain, end at once. What is on the list already is returned, with the new reason if one is given.',
    body: { value: 'competitor.example', reason: 'Competitor' },
  },
  'DELETE /api/do-not-contact/{id}': {
    id: 'removeDoNotContact',
    text: 'A contact that the entry suppressed stays suppressed.',
    params: { id: ID.stop },
  },
  'POST /api/contacts/import': {
    id: 'importContacts',
    text: 'The file needs a heading row with an email column. Known headings are recognized; `columns` says what each column is otherwise: a JSON list with the name of a field, `"own:seats"` for a field of your own by its key, `"variable"` for a new text field, `"new:number"` (or `date`, `boolean`, `url`) for one of another type, `"stopped"` for a column that says who must not be emailed, or `"skip"`. Opt-outs in the exports of other programs are recognized and imported as stops. Unknown form fields are refused.',
    upload: { fields: { personaId: ID.persona }, file: EXAMPLE.file },
  },
  'GET /api/settings/contacts': { id: 'getContactSettings' },
  'PUT /api/settings/contacts': {
    id: 'updateContactSettings',
    text: 'Fields that are absent stay as they are.',
    body: { maxContinuousNotOpens: 4, maxEmailsPerContactPerWeek: 3 },
  },
}
