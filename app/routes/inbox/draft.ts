import { redirect } from '@remix-run/node'
import { formAction } from '~/http/form.server'
import { saveDraft } from '~/models/inbox/answer/draft.server'
import { withoutUsual } from '~/models/inbox/answer/recipients.server'
import { DraftForm } from '~/models/inbox/conversation'
import { getConversation } from '~/models/inbox/conversations.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Saves a draft while it is written. Without scripts, the form's own button does. */
export const action = formAction(DraftForm, async (draft, { db, userId, params }) => {
  const { id, contactEmail } = await getConversation(db, userId, params.id!)
  await saveDraft(db, id, await withoutUsual(db, userId, id, contactEmail, draft))
  return new Response(null, { status: 204 })
})
