import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { disconnectAndRevoke } from '~/models/mailboxes/google-connect.server'

const route = api({
  DELETE: operation({
    external: true,
    summary: 'Disconnects a mailbox',
    answer: Done,
    run: async ({ app, db, userId, params }) => {
      await disconnectAndRevoke(db, userId, params.id!, await app.clock.now(), app)
    },
  }),
})

export const loader = route.loader
export const action = route.action
