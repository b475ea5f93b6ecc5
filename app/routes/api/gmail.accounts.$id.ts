import { api, operation } from '~/http/api.server'
import { disconnectGmail } from '~/models/google-connect.server'

const route = api({
  DELETE: operation({
    summary: 'Disconnects a mailbox',
    run: async ({ app, db, userId, params }) =>
      disconnectGmail(db, userId, params.id!, await app.clock.now(), app),
  }),
})

export const loader = route.loader
export const action = route.action
