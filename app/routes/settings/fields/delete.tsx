import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { UsesPanel } from '~/components/ui/dialog/uses-panel'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deleteOwnField, getOwnField, readOwnFieldUses } from '~/models/contacts/own-fields/own-fields.server'
import { Confirmed } from '~/models/shared/uses/choice'
import { paths } from '~/paths'

export const meta = titled('Delete field')

export const loader = page(async ({ db, userId, params }) => {
  const { name, key } = await getOwnField(db, userId, params.id!)
  return { name, uses: await readOwnFieldUses(db, userId, key) }
})

const FAILED = 'Failed to delete the field'

export const action = buttonAction(
  Confirmed,
  { failure: FAILED, back: () => paths.fields() },
  async (choice, { app, db, userId, params }) => {
    await deleteOwnField(db, userId, params.id!, choice)
    return redirectWithToast(app, paths.fields(), { kind: 'success', title: 'Field deleted' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the deletion of a field. */
export default function DeleteFieldDialog() {
  const { name, uses } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete field"
      text={`Delete the field "${name}" and its value of every contact? This action cannot be undone.`}
      closeTo={paths.fields()}
      confirm="Delete"
      busy="Deleting..."
    >
      <UsesPanel uses={uses} />
    </ConfirmDialog>
  )
}
