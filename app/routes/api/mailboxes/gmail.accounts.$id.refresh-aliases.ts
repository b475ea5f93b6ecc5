import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { refreshAliases } from '~/models/mailboxes/aliases.server'

const route = api({
  POST: operation({
    external: true,
    summary: 'Reloads the aliases of a mailbox',
    response: Done,
    run: ({ app, db, userId, params }) => refreshAliases(db, userId, params.id!, app),
  }),
})

export const loader = route.loader
export const action = route.action
