import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bytes, createdAt, id } from './columns'
import { conversations } from './inbox'
import { emailSends } from './sends'

/** The files of drafts and of emails that the user wrote. Files of received messages stay in the mailbox. */
export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Null while the email is a draft. */
    emailSendId: uuid('email_send_id').references(() => emailSends.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    content: bytes('content').notNull(),
    /** The Content-ID by which the HTML of the email shows it: an image of a quoted message. Null for a file. */
    contentId: text('content_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('attachments_conversation_idx').on(t.conversationId),
    index('attachments_send_idx').on(t.emailSendId),
  ],
)
