import { getFormProps } from '@conform-to/react'
import { Form, useActionData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { LabelInput } from '~/models/inbox/labels'
import { addLabel } from '~/models/inbox/labels.server'
import { paths } from '~/paths'

export const meta = titled('Add label')

export const loader = page(async () => null)

export const action = formAction(LabelInput, async (input, { app, db, userId }) => {
  await addLabel(db, userId, input)
  return redirectWithToast(app, paths.inboxSettings(), { kind: 'success', title: 'Label added' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add the label')

/** Adds a label of the user's own. */
export default function AddLabelDialog() {
  const [form, fields] = useActionForm<z.input<typeof LabelInput>>(useActionData<typeof action>())
  const busy = useSubmitting()
  const closeTo = paths.inboxSettings()
  return (
    <RouteDialog title="Add label" closeTo={closeTo} size="sm">
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField field={fields.name} label="Name" required autoComplete="off" />
        <CheckboxField
          field={fields.positive}
          label="Counts as positive"
          hint="Conversations with this label count as positive replies in the reports of their sequences."
        />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Adding...'}>
            Add label
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
