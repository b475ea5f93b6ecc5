import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { StopResponse } from '~/models/api/contacts'
import { addStop, countStops, kindOf, listStops, stopShown } from '~/models/contacts/do-not-contact.server'
import { PageQuery } from '~/models/shared/fields'
import { NewStop } from '~/models/suppressions/do-not-contact'

const route = api({
  GET: operation({
    summary: 'Addresses and domains that get no emails, newest first',
    response: z.array(StopResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) => {
      const { rows, cursor } = await listStops(db, userId, query)
      return paged({ rows: rows.map(stopShown), cursor, total: await countStops(db, userId) })
    },
  }),
  POST: operation({
    summary: 'Adds an address or a domain that gets no emails',
    response: StopResponse,
    body: NewStop,
    status: 201,
    fresh: ({ body }) => ({ kind: kindOf(body.value) }),
    run: async ({ app, db, userId, body }) => addStop(db, userId, body, await app.clock.now(), app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
