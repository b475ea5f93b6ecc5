import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { resendUncertain } from '~/models/outbox/shown/uncertain.server'

const route = api({
  POST: operation({
    summary: 'Resends an email of unknown outcome',
    response: Done,
    sends: 'always',
    run: async ({ app, db, userId, params }) =>
      resendUncertain(db, userId, params.id!, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
