import { keepContactsQuery, keepTable } from '~/components/contacts/view'
import { keepInboxQuery } from '~/components/inbox/view'
import { keepListQuery } from '~/components/page/keep-list-query'
import { paths } from '~/paths'

type Address = Pick<URL, 'pathname' | 'search'>

/** The contact that a dialog is about: over a conversation or an email list, its address names both. */
export const contactOf = ({ id, contactId }: Record<string, string | undefined>): string => contactId ?? id!

/**
 * The screen below a dialog about one contact: a conversation, an email list or the list of all contacts at the same page, or the
 * contact's own page.
 */
export function below(url: Address, id: string): string {
  const { pathname, search } = url
  const listed = pathname === paths.editListed(id) || pathname === paths.deleteListed(id)
  return (
    belowOther(url) ??
    (listed ? paths.contacts() + keepContactsQuery(search) : paths.contact(id) + keepTable(search))
  )
}

/**
 * The screen below a dialog about several contacts, or about one that is deleted: a conversation, an email list, or the list of all
 * contacts.
 */
export const belowChosen = (url: Address): string =>
  belowOther(url) ?? (belowOwn(url) || paths.contacts() + keepContactsQuery(url.search))

/** The contact's own page, of which the dialog that adds it to a sequence is a part; empty for others. */
const belowOwn = ({ pathname, search }: Address): string => {
  const id = /^\/contacts\/([0-9a-f-]{36})\/add-to-sequence$/i.exec(pathname)?.[1]
  return id ? paths.contact(id) + keepTable(search) : ''
}

function belowOther({ pathname, search }: Address): string | null {
  const idAfter = (area: string) => new RegExp(`^/${area}/([0-9a-f-]{36})/`, 'i').exec(pathname)?.[1]
  const conversation = idAfter('inbox')
  if (conversation) return paths.conversation(conversation, keepInboxQuery(search))
  const persona = idAfter('personas')
  return persona ? paths.persona(persona) + keepListQuery(search) : null
}
