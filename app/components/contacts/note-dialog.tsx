import { Form, useActionData } from '@remix-run/react'
import { usePlainForm } from '~/components/forms/plain-form'
import { TextareaField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'

/** The dialog in which the user writes down something about a contact. */
export function NoteDialog({ name, closeTo }: { name: string; closeTo: string }) {
  const { form, field, errors } = usePlainForm(useActionData())
  const busy = useSubmitting()
  return (
    <RouteDialog title="Add note" description={`About ${name}. Only you see it.`} closeTo={closeTo}>
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <TextareaField field={field('text')} label="Note" rows={5} autoFocus />
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
