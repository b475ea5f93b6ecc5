import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { UsesPanel } from '~/components/ui/dialog/uses-panel'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deleteSequence, getSequence, readSequenceUses } from '~/models/sequences/sequence.server'
import { Confirmed } from '~/models/shared/uses/choice'
import { paths } from '~/paths'

export const meta = titled('Delete Sequence')

export const loader = page(async ({ db, userId, params }) => {
  const { name } = await getSequence(db, userId, params.id!)
  return { name, uses: await readSequenceUses(db, userId, params.id!) }
})

export const action = buttonAction(
  Confirmed,
  { failure: 'Failed to delete sequence', back: () => paths.sequences() },
  async (choice, { app, db, userId, params }) => {
    await deleteSequence(db, userId, params.id!, choice)
    return redirectWithToast(app, paths.sequences(), {
      kind: 'success',
      title: 'Sequence deleted successfully',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to delete sequence')

/** Confirms the deletion of a sequence. */
export default function DeleteSequenceDialog() {
  const { name, uses } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete Sequence"
      text={`Are you sure you want to delete "${name}"? This action cannot be undone.`}
      closeTo={paths.sequences()}
      confirm="Delete"
      busy="Deleting..."
    >
      <UsesPanel uses={uses} />
    </ConfirmDialog>
  )
}
