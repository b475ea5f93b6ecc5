import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { NewKey } from '~/models/accounts/keys/key'
import { createKey, listKeys } from '~/models/accounts/keys/keys.server'
import { CreatedKeyAnswer, KeyAnswer } from '~/models/api/accounts'

const route = api(
  {
    GET: operation({
      summary: 'API keys, newest first, without revoked ones',
      answer: z.array(KeyAnswer),
      run: ({ db, userId }) => listKeys(db, userId),
    }),
    POST: operation({
      summary: 'Creates an API key. Only this response has its text.',
      body: NewKey,
      answer: CreatedKeyAnswer,
      status: 201,
      fresh: () => ({ lastUsedAt: null }),
      run: ({ db, userId, body, address }) => createKey(db, userId, body, address),
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
