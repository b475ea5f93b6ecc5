import { api, operation } from '~/http/api.server'
import { ContactViewResponse } from '~/models/api/contacts'
import { Done } from '~/models/api/shared'
import { ContactViewChange } from '~/models/contacts/views/view'
import { deleteContactView, getContactView, updateContactView } from '~/models/contacts/views/views.server'

const route = api({
  PATCH: operation({
    summary: 'Changes a view',
    response: ContactViewResponse,
    body: ContactViewChange,
    current: ({ db, userId, params }) => getContactView(db, userId, params.id!),
    run: ({ db, userId, params, body }) => updateContactView(db, userId, params.id!, body),
  }),
  DELETE: operation({
    summary: 'Deletes a view; its contacts stay',
    response: Done,
    run: ({ db, userId, params }) => deleteContactView(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
