import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { countAsSent } from '~/models/outbox/shown/uncertain.server'

const route = api({
  POST: operation({
    summary: 'Counts an email of unknown outcome as sent',
    response: Done,
    // The contact goes on to the next email.
    sends: 'always',
    run: async ({ app, db, userId, params }) => countAsSent(db, userId, params.id!, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
