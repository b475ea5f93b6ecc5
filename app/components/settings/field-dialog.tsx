import { getFormProps } from '@conform-to/react'
import { Form, useActionData } from '@remix-run/react'
import { useActionForm } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { TextareaField, TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { type OwnField, type OwnFieldType, TYPE_LABELS } from '~/models/contacts/own-fields/type'
import { variableTag } from '~/models/shared/variables'
import { paths } from '~/paths'

interface FieldDialogProps {
  title: string
  /** The existing field: its type stays. */
  present?: OwnField
  save: string
  busy: string
}

const TYPES = Object.entries(TYPE_LABELS).map(([value, label]) => ({ value, label }))

/** The dialog with the name, type and options of a field of contacts. */
export function FieldDialog({ title, present, save, busy }: FieldDialogProps) {
  const [form, fields] = useActionForm<{ name: string; type: OwnFieldType; options: string }>(
    useActionData(),
    {
      defaultValue: present && { name: present.name, options: present.options.join('\n') },
    },
  )
  const isBusy = useSubmitting()
  const closeTo = paths.fields()
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField
          field={fields.name}
          label="Name"
          hint={
            present
              ? `Its variable stays ${variableTag(present.key)}.`
              : 'Its variable is made from it: "Contract end" becomes {{contract_end}}.'
          }
          required
          autoComplete="off"
        />
        {!present && (
          <SelectField field={fields.type} label="Type" hint="It cannot be changed later." options={TYPES} />
        )}
        {(!present || present.type === 'choice') && (
          <TextareaField
            field={fields.options}
            label="Options of a choice"
            hint="One in each line."
            rows={4}
            required={present !== undefined}
          />
        )}
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
