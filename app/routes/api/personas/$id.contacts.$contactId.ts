import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { removeFromPersona } from '~/models/personas/contacts.server'
import { feedsByFilter } from '~/models/sequences/running.server'

const route = api({
  DELETE: operation({
    summary: 'Removes a contact from an email list',
    response: Done,
    // The filter of a dynamic list may ask whether a contact is in this one.
    sends: ({ db, userId }) => feedsByFilter(db, userId),
    run: ({ db, userId, params }) => removeFromPersona(db, userId, params.id!, params.contactId!),
  }),
})

export const loader = route.loader
export const action = route.action
