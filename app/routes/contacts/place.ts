import { keepContactsPlace } from '~/components/contacts/view'
import { keepInboxPlace } from '~/components/inbox/view'
import { paths } from '~/paths'

type Address = Pick<URL, 'pathname' | 'search'>

/** The contact that a dialog is about: over a conversation, its address names both. */
export const contactOf = ({ id, contactId }: Record<string, string | undefined>): string => contactId ?? id!

/**
 * The screen below a dialog about one contact: a conversation, the list of all contacts at the same page, or the contact's own page.
 */
export function below(url: Address, id: string): string {
  const { pathname, search } = url
  const listed = pathname === paths.editListed(id) || pathname === paths.deleteListed(id)
  return belowConversation(url) ?? (listed ? paths.contacts() + keepContactsPlace(search) : paths.contact(id))
}

/** The screen below a dialog about several contacts: a conversation, or the list of all contacts. */
export const belowChosen = (url: Address): string =>
  belowConversation(url) ?? paths.contacts() + keepContactsPlace(url.search)

function belowConversation({ pathname, search }: Address): string | null {
  const id = /^\/inbox\/([0-9a-f-]{36})\//i.exec(pathname)?.[1]
  return id ? paths.conversation(id, keepInboxPlace(search)) : null
}
