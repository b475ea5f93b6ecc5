import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { formAction } from '~/http/form.server'
import { saveDraft } from '~/models/inbox/answer/draft.server'
import { ANSWER_LENGTH } from '~/models/inbox/conversation'
import { getConversation } from '~/models/inbox/conversations.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

const written = z.string().max(ANSWER_LENGTH).optional()

/** Saves a draft while it is written. Without scripts, the form's own button does. */
export const action = formAction(
  z.object({ text: written, html: written }),
  async ({ text = '', html = '' }, { db, userId, params }) => {
    const { id } = await getConversation(db, userId, params.id!)
    await saveDraft(db, id, html.trim() ? { html } : { text })
    return new Response(null, { status: 204 })
  },
)
