import { and, eq } from 'drizzle-orm'
import { contacts, conversations } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { requireMailbox } from '~/models/mailboxes/mailbox.server'
import { wordVector } from '../store.server'
import { userWord, wordsOf } from '../words'

/**
 * Begins a conversation with a contact: an email that belongs to no sequence. It has no message until the user answers in it.
 * @returns its id @throws AppError NOT_FOUND for another user's contact or mailbox
 */
export async function beginConversation(
  db: Db,
  userId: string,
  { contactId, mailboxId, subject }: { contactId: string; mailboxId: string; subject: string },
  now: Date,
): Promise<string> {
  const [contact] = await db
    .select({ email: contacts.email, name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
  if (!contact) notFound('Contact not found')
  await requireMailbox(db, userId, mailboxId)
  const [row] = await db
    .insert(conversations)
    .values({
      userId,
      contactId,
      mailAccountId: mailboxId,
      subject,
      lastMessageAt: now,
      search: wordVector([userWord(userId), ...wordsOf(`${contact.email} ${contact.name} ${subject}`)]),
    })
    .returning({ id: conversations.id })
  return row!.id
}
