import type { z } from 'zod'
import type { Db } from '~/db.server'
import { api, operation } from '~/http/api.server'
import { DraftResponse } from '~/models/api/inbox'
import { type Draft, readDraft, saveDraft } from '~/models/inbox/answer/draft.server'
import { readAnswerChoices, withoutUsual } from '~/models/inbox/answer/recipients.server'
import { DraftBody } from '~/models/inbox/conversation'
import { getConversation } from '~/models/inbox/conversations.server'

function shown(draft: Draft | null) {
  const { recipients, quote = null, ...written } = draft ?? { text: null }
  const { to, cc, bcc } = recipients ?? { to: null, cc: null, bcc: null }
  return { text: null, html: null, ...written, to, cc, bcc, quote }
}

/** A draft that only adds Cc or Bcc goes to whom an answer goes anyway. */
async function completed(
  db: Db,
  userId: string,
  id: string,
  contactEmail: string,
  draft: z.output<typeof DraftBody>,
): Promise<Draft> {
  if (draft.recipients?.to.length !== 0) return withoutUsual(db, userId, id, contactEmail, draft)
  const { one } = await readAnswerChoices(db, userId, id, contactEmail)
  return { ...draft, recipients: { ...draft.recipients, to: one.to } }
}

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
      const { id, contactEmail } = await getConversation(db, userId, params.id!)
      await saveDraft(db, id, await completed(db, userId, id, contactEmail, body))
      return shown(await readDraft(db, id))
    },
  }),
})

export const loader = route.loader
export const action = route.action
