import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { SavedReplyDialog } from '~/components/settings/saved-reply-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { SavedReplyInput } from '~/models/inbox/answer/saved-replies'
import { addSavedReply } from '~/models/inbox/answer/saved-replies.server'
import { paths } from '~/paths'

export const meta = titled('Add saved reply')

export const loader = page(async () => null)

export const action = formAction(SavedReplyInput, async (input, { app, db, userId }) => {
  await addSavedReply(db, userId, input)
  return redirectWithToast(app, paths.inboxSettings(), { kind: 'success', title: 'Saved reply added' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add the saved reply')

/** Adds a saved reply. */
export default function AddSavedReplyDialog() {
  return <SavedReplyDialog title="Add saved reply" save="Add saved reply" busy="Adding..." />
}
