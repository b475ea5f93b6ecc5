import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { NewKey } from '~/models/accounts/keys/key'
import { createKey, listKeys } from '~/models/accounts/keys/keys.server'
import { CreatedKeyResponse, KeyResponse } from '~/models/api/accounts'
import { PageQuery } from '~/models/shared/fields'

const route = api(
  {
    GET: operation({
      summary: 'API keys, newest first, without revoked ones',
      response: z.array(KeyResponse),
      query: PageQuery,
      run: async ({ db, userId, query }) => pagedFrom(await listKeys(db, userId), query),
    }),
    POST: operation({
      summary: 'Creates an API key. Only this response has its text',
      body: NewKey,
      response: CreatedKeyResponse,
      status: 201,
      fresh: () => ({ lastUsedAt: null }),
      run: ({ db, userId, body, address }) => createKey(db, userId, body, address),
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
