import { getFormProps } from '@conform-to/react'
import { Form, useActionData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { TextareaField, TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import type { SavedReplyInput } from '~/models/inbox/answer/saved-replies'
import { paths } from '~/paths'

interface SavedReplyDialogProps {
  title: string
  /** The stored values of an existing one. */
  present?: { name: string; text: string }
  save: string
  busy: string
}

/** The dialog with the name and the text of a saved reply. */
export function SavedReplyDialog({ title, present, save, busy }: SavedReplyDialogProps) {
  const [form, fields] = useActionForm<z.input<typeof SavedReplyInput>>(useActionData(), {
    defaultValue: present,
  })
  const isBusy = useSubmitting()
  const closeTo = paths.inboxSettings()
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField
          field={fields.name}
          label="Name"
          hint="You choose the reply by this name."
          required
          autoComplete="off"
        />
        <TextareaField
          field={fields.text}
          label="Text"
          hint={'The variables of templates work here: {{first_name}}, or {{first_name | default: "there"}}.'}
          rows={8}
          required
        />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={isBusy && busy}>
            {save}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
