import { api, operation } from '~/http/api.server'
import { countAsSent } from '~/models/uncertain.server'

const route = api({
  POST: operation({
    summary: 'Counts a mail of unknown outcome as sent',
    run: async ({ app, db, userId, params }) => countAsSent(db, userId, params.id!, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
