import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, moment, oneOf } from './columns'
import { contacts } from './contacts'
import { CONTACT_HOLDS } from './enums'
import { inboundMessages } from './sends'

/** Why no email of a sequence goes to a contact until the user has decided. */
export const contactHolds = pgTable(
  'contact_holds',
  {
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: CONTACT_HOLDS }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When it ends by itself, in mail time. */
    until: moment('until').notNull(),
    /** What was said, for the user. */
    detail: text('detail').notNull().default(''),
    /** The message that asks for the decision. */
    messageId: uuid('message_id')
      .notNull()
      .references(() => inboundMessages.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.contactId, t.reason] }),
    oneOf('contact_holds_reason_check', t.reason, CONTACT_HOLDS),
    index('contact_holds_user_idx').on(t.userId),
    index('contact_holds_message_idx').on(t.messageId),
  ],
)
