import { Form, useActionData, useLoaderData } from '@remix-run/react'
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
  const { form, field, errors } = usePlainForm(useActionData<typeof action>(), useLoaderData<typeof loader>())
  const busy = useSubmitting()
  const closeTo = paths.inboxSettings()
  return (
    <RouteDialog title="Edit saved reply" closeTo={closeTo}>
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <SavedReplyFields field={field} />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            Save Changes
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
