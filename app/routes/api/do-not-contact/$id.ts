import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { removeStop } from '~/models/contacts/do-not-contact.server'

const route = api({
  DELETE: operation({
    summary: 'Removes an address or a domain from the list of those that get no emails',
    response: Done,
    // Emails to it are possible again.
    sends: 'always',
    run: async ({ app, db, userId, params }) => removeStop(db, userId, params.id!, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
