import { getFormProps } from '@conform-to/react'
import { Form, useActionData } from '@remix-run/react'
import { useActionForm } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'

interface TaskDialogProps {
  title: string
  /** The name of the contact. */
  name: string
  present: { title: string; dueOn: string }
  closeTo: string
  save: string
}

/** The dialog of a task about a contact. */
export function TaskDialog({ title, name, present, closeTo, save }: TaskDialogProps) {
  const [form, fields] = useActionForm<{ title: string; dueOn: string }>(useActionData(), {
    defaultValue: present,
  })
  const busy = useSubmitting()
  return (
    <RouteDialog title={title} description={`About ${name}.`} closeTo={closeTo}>
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField field={fields.title} label="What is to be done" required autoComplete="off" autoFocus />
        <TextField
          field={fields.dueOn}
          label="On"
          type="date"
          hint="The bell reminds you on that day."
          required
        />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            {save}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
