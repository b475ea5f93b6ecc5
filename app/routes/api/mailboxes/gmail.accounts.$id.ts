import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { disconnectAndRevoke } from '~/models/mailboxes/consent/google-connect.server'
import { runsAny } from '~/models/sequences/running.server'
import { Confirmed } from '~/models/shared/uses/choice'

const route = api({
  DELETE: operation({
    external: true,
    summary: 'Disconnects a mailbox',
    response: Done,
    // Its contacts get another mailbox, which may send at once.
    sends: ({ db, userId }) => runsAny(db, userId),
    query: Confirmed,
    run: async ({ app, db, userId, params, query }) => {
      await disconnectAndRevoke(db, userId, params.id!, await app.clock.now(), app, query)
    },
  }),
})

export const loader = route.loader
export const action = route.action
