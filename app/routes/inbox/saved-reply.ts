import { page } from '~/http/page.server'
import { getSavedReply } from '~/models/inbox/answer/saved-replies.server'

/** The text of a saved reply, which the answer field inserts. */
export const loader = page(async ({ db, userId, params }) => {
  const { text } = await getSavedReply(db, userId, params.replyId!)
  return Response.json({ text }, { headers: { 'Cache-Control': 'no-store' } })
})
