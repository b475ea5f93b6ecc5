import { getFormProps } from '@conform-to/react'
import { Form, useActionData } from '@remix-run/react'
import { useActionForm } from '~/components/forms/action-form'
import { TextareaField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'

/** The dialog that adds a note to a contact. */
export function NoteDialog({ name, closeTo }: { name: string; closeTo: string }) {
  const [form, fields] = useActionForm<{ text: string }>(useActionData())
  const busy = useSubmitting()
  return (
    <RouteDialog title="Add note" description={`About ${name}. Only you see it.`} closeTo={closeTo}>
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextareaField field={fields.text} label="Note" rows={5} autoFocus />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            Add note
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
