import { api, operation } from '~/http/api.server'
import { DraftResponse } from '~/models/api/inbox'
import { type Draft, readDraft, saveDraft } from '~/models/inbox/answer/draft.server'
import { DraftBody } from '~/models/inbox/conversation'
import { getConversation } from '~/models/inbox/conversations.server'

const shown = (draft: Draft | null) => ({ text: null, html: null, ...draft })

const route = api({
  GET: operation({
    summary: 'The draft of an answer, which the conversation shows to the user',
    response: DraftResponse,
    run: async ({ db, userId, params }) => {
      const { id } = await getConversation(db, userId, params.id!)
      return shown(await readDraft(db, id))
    },
  }),
  PUT: operation({
    summary: 'Saves a draft of an answer: plain text or HTML. An empty one is deleted. Nothing is sent',
    response: DraftResponse,
    body: DraftBody,
    run: async ({ db, userId, params, body }) => {
      const { id } = await getConversation(db, userId, params.id!)
      await saveDraft(db, id, body)
      return shown(await readDraft(db, id))
    },
  }),
})

export const loader = route.loader
export const action = route.action
