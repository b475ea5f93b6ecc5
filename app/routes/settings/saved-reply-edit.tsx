import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { SavedReplyDialog } from '~/components/settings/saved-reply-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { SavedReplyInput } from '~/models/inbox/answer/saved-replies'
import { changeSavedReply, getSavedReply } from '~/models/inbox/answer/saved-replies.server'
import { paths } from '~/paths'

export const meta = titled('Edit saved reply')

export const loader = page(async ({ db, userId, params }) => {
  const { name, text } = await getSavedReply(db, userId, params.id!)
  return { name, text }
})

export const action = formAction(SavedReplyInput, async (input, { app, db, userId, params }) => {
  await changeSavedReply(db, userId, params.id!, input)
  return redirectWithToast(app, paths.inboxSettings(), { kind: 'success', title: 'Saved reply updated' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update the saved reply')

/** Changes a saved reply. */
export default function EditSavedReplyDialog() {
  const present = useLoaderData<typeof loader>()
  return <SavedReplyDialog title="Edit saved reply" present={present} save="Save Changes" busy="Saving..." />
}
