import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { listPersonasOf } from '~/models/sequences/members/contact-enrollments.server'
import { lockLists } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'
import { getConversation } from './conversations.server'

/**
 * Creates the contact whom the newest message of a conversation names. @param sameLists also adds it to the email lists of the
 * conversation's contact, which may enroll it in their sequences
 * @returns its id @throws AppError NOT_FOUND; CONFLICT if nobody is named; DUPLICATE_EMAIL
 */
export async function addProposedContact(
  db: Db,
  userId: string,
  conversationId: string,
  { sameLists }: { sameLists: boolean },
  now: Date,
  secrets: Secrets,
): Promise<string> {
  const { proposedEmail, contactId } = await getConversation(db, userId, conversationId)
  if (!proposedEmail) throw new AppError('CONFLICT', 'The newest message names nobody to write to')
  const lists = sameLists ? (await listPersonasOf(db, userId, contactId)).map(({ id }) => id) : []
  return db.transaction(async (tx) => {
    // Lock order: lists first, all at once.
    await lockLists(tx, lists)
    const [personaId, ...others] = lists
    const input = NewContact.parse({ email: proposedEmail, ...(personaId && { personaId }) })
    const { id } = await createContact(tx, userId, input, now, secrets)
    for (const list of others)
      await addToPersona(tx, userId, { personaId: list, contactIds: [id] }, now, secrets)
    return id
  })
}
