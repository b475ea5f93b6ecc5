import { page } from '~/http/page.server'
import { countUnreadConversations } from '~/models/inbox/conversations.server'

/** The number of unread conversations, which the menu polls. */
export const loader = page(async ({ db, userId }) =>
  Response.json(
    { count: await countUnreadConversations(db, userId) },
    { headers: { 'Cache-Control': 'no-store' } },
  ),
)
