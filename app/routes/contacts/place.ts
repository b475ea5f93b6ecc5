import { keepContactsPlace } from '~/components/contacts/view'
import { paths } from '~/paths'

/** The screen below a dialog about one contact: the list of all contacts at the same page, or the contact's own page. */
export function below({ pathname, search }: Pick<URL, 'pathname' | 'search'>, id: string): string {
  const listed = pathname === paths.editListed(id) || pathname === paths.deleteListed(id)
  return listed ? paths.contacts() + keepContactsPlace(search) : paths.contact(id)
}
