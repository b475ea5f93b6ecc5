import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deleteContactView, getContactView } from '~/models/contacts/views/views.server'
import { paths } from '~/paths'

export const meta = titled('Delete view')

export const loader = page(async ({ db, userId, params }) => {
  const { id, name } = await getContactView(db, userId, params.id!)
  return { name, closeTo: `${paths.contacts()}?view=${id}` }
})

const FAILED = 'Failed to delete the view'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: () => paths.contacts() },
  async (_, { app, db, userId, params }) => {
    await deleteContactView(db, userId, params.id!)
    return redirectWithToast(app, paths.contacts(), { kind: 'success', title: 'View deleted' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the deletion of a view. */
export default function DeleteViewDialog() {
  const { name, closeTo } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete view"
      text={`Delete the view "${name}"? Its contacts stay.`}
      closeTo={closeTo}
      confirm="Delete"
      busy="Deleting..."
    />
  )
}
