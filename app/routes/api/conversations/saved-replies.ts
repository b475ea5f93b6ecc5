import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { SavedReplyResponse } from '~/models/api/inbox'
import { listSavedReplies } from '~/models/inbox/answer/saved-replies.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Saved replies by name',
    response: z.array(SavedReplyResponse),
    query: PageQuery,
    run: async ({ db, userId, query }) => pagedFrom(await listSavedReplies(db, userId), query),
  }),
})

export const loader = route.loader
export const action = route.action
