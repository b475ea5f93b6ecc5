import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { LabelResponse } from '~/models/api/inbox'
import { listLabels } from '~/models/inbox/labels.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'The labels of conversations',
    response: z.array(LabelResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) =>
      pagedFrom(await listLabels(db, userId), query, ({ name }) => Buffer.from(name).toString('base64url')),
  }),
})

export const loader = route.loader
export const action = route.action
