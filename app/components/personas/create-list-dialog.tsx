import { getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { OnceField } from '~/components/forms/once'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { type PERSONA_PARTS, PersonaFields } from './persona-fields'

export interface CreateListDialogProps {
  title: string
  description?: string
  closeTo: string
  /** Labels of the name field and the button, where the specification has other ones. */
  nameLabel?: string
  submit?: string
  /** Other ways to the same end, above the fields. */
  instead?: ReactNode
  /** The action's response to a refused submit. */
  response: unknown
}

/** Creates an email list, on its own screen or over a form that chooses one. */
export function CreateListDialog({
  response,
  nameLabel,
  submit = 'Create Email List',
  instead,
  ...dialog
}: CreateListDialogProps) {
  const [form, fields] = useActionForm<Record<keyof typeof PERSONA_PARTS, string>>(response)
  const busy = useSubmitting()
  return (
    <RouteDialog {...dialog}>
      <InstantToast toast={useFailureToast(response, 'Failed to create email list')} />
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <OnceField />
        {instead}
        <PersonaFields fields={fields} nameLabel={nameLabel} />
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
