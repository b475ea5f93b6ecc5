import { api, operation } from '~/http/api.server'
import { revokeKey } from '~/models/accounts/keys/keys.server'
import { Done } from '~/models/api/shared'

const route = api(
  {
    DELETE: operation({
      summary: 'Revokes an API key at once',
      response: Done,
      run: ({ db, userId, params, address }) => revokeKey(db, userId, params.id!, address),
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
