import { api, operation } from '~/http/api.server'
import { describeCaller } from '~/models/accounts/keys/caller.server'
import { CallerResponse } from '~/models/api/accounts'

const route = api({
  GET: operation({
    summary: 'Whose key this is, and what it may do',
    response: CallerResponse,
    run: ({ db, user, key }) => describeCaller(db, user, key?.id ?? null),
  }),
})

export const loader = route.loader
export const action = route.action
