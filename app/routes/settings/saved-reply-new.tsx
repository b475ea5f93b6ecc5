import { Form, useActionData } from '@remix-run/react'
import { usePlainForm } from '~/components/forms/plain-form'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { SavedReplyFields } from '~/components/settings/saved-reply-fields'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
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
  const { form, field, errors } = usePlainForm(useActionData<typeof action>())
  const busy = useSubmitting()
  const closeTo = paths.inboxSettings()
  return (
    <RouteDialog title="Add saved reply" closeTo={closeTo}>
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <SavedReplyFields field={field} />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Adding...'}>
            Add saved reply
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
