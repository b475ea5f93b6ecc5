import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { UncertainResponse } from '~/models/api/mailboxes'
import { countUncertain, listUncertain } from '~/models/outbox/shown/uncertain.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: "Emails of unknown outcome that need the user's decision, newest first",
    response: z.array(UncertainResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listUncertain(db, userId, query)), total: await countUncertain(db, userId) }),
  }),
})

export const loader = route.loader
export const action = route.action
