import { keepTable } from '~/components/contacts/view'
import { keepInboxQuery } from '~/components/inbox/view'
import type { PageCall } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { getConversation } from '~/models/inbox/conversations.server'
import { paths } from '~/paths'

/** The contact that a dialog is about, and the screen below it: a conversation with the contact, or the contact's own. */
export async function subjectOf({
  db,
  userId,
  params,
  url,
}: Pick<PageCall, 'db' | 'userId' | 'params' | 'url'>) {
  if (url.pathname.startsWith(`${paths.inbox()}/`)) {
    const { id, contactId, contactName, contactEmail } = await getConversation(db, userId, params.id!)
    const closeTo = paths.conversation(id, keepInboxQuery(url.search))
    return { id: contactId, name: contactName || contactEmail, email: contactEmail, closeTo }
  }
  const contact = await getContact(db, userId, params.id!)
  const { id, email } = contact
  return { id, name: displayName(contact), email, closeTo: paths.contact(id) + keepTable(url.search) }
}
