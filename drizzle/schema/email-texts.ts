import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt } from './columns'
import { emailSends } from './sends'

/**
 * What all emails of a template from one mailbox have in common, stored once (docs/decisions/0112). The id is made from the user and the
 * texts, so the same ones are the same row.
 */
export const sharedTexts = pgTable(
  'shared_texts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    html: text('html').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('shared_texts_user_idx').on(t.userId), index('shared_texts_age_idx').on(t.createdAt, t.id)],
)

/**
 * The body of an email that follows a shared text, from its start on. A table of its own, because setting another indexed column of
 * `email_sends` would write all indexes of that table once more.
 */
export const emailTexts = pgTable(
  'email_texts',
  {
    emailSendId: uuid('email_send_id')
      .primaryKey()
      .references(() => emailSends.id, { onDelete: 'cascade' }),
    sharedTextId: uuid('shared_text_id')
      .notNull()
      .references(() => sharedTexts.id, { onDelete: 'restrict' }),
    /** What it has in the gaps: those of the text, then those of the HTML. */
    ownText: jsonb('own_text').$type<string[]>().notNull(),
  },
  (t) => [index('email_texts_shared_idx').on(t.sharedTextId)],
)
