import { Form } from '@remix-run/react'
import { OnceField } from '~/components/forms/once'
import { useFailureToast, usePlainForm } from '~/components/forms/plain-form'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { PERSONA_REQUIRED, PersonaFields } from './persona-fields'

export interface CreateListDialogProps {
  title: string
  description?: string
  closeTo: string
  /** Labels of the name field and the button, where the specification has other ones. */
  nameLabel?: string
  submit?: string
  /** The action's response to a refused submit. */
  response: unknown
}

/** Creates an email list, on its own screen or over a form that chooses one. */
export function CreateListDialog({
  response,
  nameLabel,
  submit = 'Create Email List',
  ...dialog
}: CreateListDialogProps) {
  const { form, field, errors } = usePlainForm(response, {}, PERSONA_REQUIRED)
  const busy = useSubmitting()
  return (
    <RouteDialog {...dialog}>
      <InstantToast toast={useFailureToast(response, 'Failed to create email list')} />
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <OnceField />
        <PersonaFields field={field} nameLabel={nameLabel} />
        <DialogActions>
          <CancelLink to={dialog.closeTo} />
          <Button variant="primary" busy={busy && 'Creating...'}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
