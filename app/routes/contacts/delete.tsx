import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { UsesPanel } from '~/components/ui/dialog/uses-panel'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { deleteContact, getContact, readContactUses } from '~/models/contacts/contact.server'
import { Confirmed } from '~/models/shared/uses/choice'
import { below, belowChosen, contactOf } from './addresses'

export const meta = titled('Delete Contact')

export const loader = page(async ({ db, userId, params, url }) => ({
  name: displayName(await getContact(db, userId, contactOf(params))),
  closeTo: below(url, contactOf(params)),
  uses: await readContactUses(db, userId, contactOf(params)),
}))

const FAILED = 'Failed to delete contact'

export const action = buttonAction(
  Confirmed,
  { failure: FAILED, back: ({ params, url }) => below(url, contactOf(params)) },
  async (choice, { app, db, userId, params, url }) => {
    await deleteContact(db, userId, contactOf(params), await app.clock.now(), app.secrets, choice)
    return redirectWithToast(app, belowChosen(url), {
      kind: 'success',
      title: 'Contact deleted successfully',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the deletion of a contact, over the list of all contacts, an email list or the contact's own page. */
export default function DeleteContactDialog() {
  const { name, closeTo, uses } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete Contact"
      text={`Are you sure you want to delete "${name}"? The contact is removed from every list and sequence; emails already sent stay in the log. This action cannot be undone.`}
      closeTo={closeTo}
      confirm="Delete"
      busy="Deleting..."
    >
      <UsesPanel uses={uses} />
    </ConfirmDialog>
  )
}
