import { useLoaderData, useLocation } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepPlace } from '~/components/page/keep-place'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { UsesPanel } from '~/components/ui/dialog/uses-panel'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { deleteContact, getContact, readContactUses } from '~/models/contacts/contact.server'
import { getPersona } from '~/models/personas/persona.server'
import { Confirmed } from '~/models/shared/uses/answer'
import { paths } from '~/paths'

export const meta = titled('Delete Contact')

export const loader = page(async ({ db, userId, params }) => {
  const { id } = await getPersona(db, userId, params.id!)
  const contact = await getContact(db, userId, params.contactId!)
  return { id, name: displayName(contact), uses: await readContactUses(db, userId, contact.id) }
})

export const action = buttonAction(
  Confirmed,
  {
    failure: 'Failed to delete contact',
    back: ({ params, url }) => paths.persona(params.id!) + keepPlace(url.search),
  },
  async (answer, { app, db, userId, params, url }) => {
    await deleteContact(db, userId, params.contactId!, await app.clock.now(), app.secrets, answer)
    return redirectWithToast(app, paths.persona(params.id!) + keepPlace(url.search), {
      kind: 'success',
      title: 'Contact deleted successfully',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to delete contact')

/** Confirms the deletion of a contact. */
export default function DeleteContactDialog() {
  const { id, name, uses } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete Contact"
      text={`Are you sure you want to delete "${name}"? The contact is removed from every list and sequence; emails already sent stay in the log. This action cannot be undone.`}
      closeTo={paths.persona(id) + keepPlace(useLocation().search)}
      confirm="Delete"
      busy="Deleting..."
    >
      <UsesPanel uses={uses} />
    </ConfirmDialog>
  )
}
