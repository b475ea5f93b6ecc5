import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { dismissRelated } from '~/models/inbound/attach.server'

const route = api({
  DELETE: operation({
    summary: 'Dismisses a possibly related message',
    response: Done,
    run: async ({ db, userId, params }) => {
      await dismissRelated(db, userId, { conversationId: params.id!, relatedId: params.relatedId! })
    },
  }),
})

export const loader = route.loader
export const action = route.action
