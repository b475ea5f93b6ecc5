import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { getSavedReply, removeSavedReply } from '~/models/inbox/answer/saved-replies.server'
import { paths } from '~/paths'

export const meta = titled('Delete saved reply')

export const loader = page(async ({ db, userId, params }) => ({
  name: (await getSavedReply(db, userId, params.id!)).name,
}))

const FAILED = 'Failed to delete the saved reply'

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: () => paths.inboxSettings() },
  async (_, { app, db, userId, params }) => {
    await removeSavedReply(db, userId, params.id!)
    return redirectWithToast(app, paths.inboxSettings(), { kind: 'success', title: 'Saved reply deleted' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the deletion of a saved reply. */
export default function DeleteSavedReplyDialog() {
  const { name } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete saved reply"
      text={`Delete the saved reply "${name}"? Emails that you wrote with it stay as they are.`}
      closeTo={paths.inboxSettings()}
      confirm="Delete"
      busy="Deleting..."
    />
  )
}
