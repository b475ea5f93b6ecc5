import { api, operation } from '~/http/api.server'
import { ContactResponse } from '~/models/api/contacts'
import { Done } from '~/models/api/shared'
import { ContactChange, ContactWrite } from '~/models/contacts/contact'
import { deleteContact, getContact, updateContact } from '~/models/contacts/contact.server'
import { changesEmails } from '~/models/sequences/merges.server'
import { feedsByFilter, feedsRunning } from '~/models/sequences/running.server'
import { Confirmed } from '~/models/shared/uses/choice'

const route = api({
  GET: operation({
    summary: 'One contact',
    response: ContactResponse,
    run: ({ db, userId, params }) => getContact(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a contact',
    response: ContactResponse,
    body: ContactChange,
    query: ContactWrite,
    current: ({ db, userId, params }) => getContact(db, userId, params.id!),
    sends: async ({ db, userId, params, body }) =>
      (await feedsRunning(db, userId, body.personaId)) ||
      (await feedsByFilter(db, userId)) ||
      (await changesEmails(db, userId, params.id!, body)),
    run: async ({ app, db, userId, params, body, query }) =>
      updateContact(db, userId, params.id!, body, await app.clock.now(), app.secrets, query),
  }),
  DELETE: operation({
    summary: 'Deletes a contact; emails already sent stay in the log',
    response: Done,
    query: Confirmed,
    run: async ({ app, db, userId, params, query }) =>
      deleteContact(db, userId, params.id!, await app.clock.now(), app.secrets, query),
  }),
})

export const loader = route.loader
export const action = route.action
