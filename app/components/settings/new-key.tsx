import { getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { type ActionResponse, useActionForm } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions } from '~/components/ui/dialog/route-dialog'
import { Disclosure } from '~/components/ui/disclosure'
import { FormErrors } from '~/components/ui/form-errors'
import { LIFETIMES } from '~/models/accounts/keys/key'
import { paths } from '~/paths'
import { ShownOnce } from './shown-once'

interface Named {
  id: string
  name: string
}

const LIFETIME_LABELS: Record<(typeof LIFETIMES)[number], string> = {
  0: 'Never',
  30: 'In 30 days',
  90: 'In 90 days',
  365: 'In a year',
}

const optionsOf = (all: Named[]) => all.map(({ id, name }) => ({ value: id, label: name }))

interface Key {
  name: string
  scope: string
  lifetime: string
  maySend: boolean
  mayDelete: boolean
  sequenceIds: string[]
  personaIds: string[]
}

interface NewKeyFormProps {
  response: ActionResponse | undefined
  sequences: Named[]
  personas: Named[]
}

/** The form of a new API key. */
export function NewKeyForm({ response, sequences, personas }: NewKeyFormProps) {
  const [form, fields] = useActionForm<Key>(response, {
    defaultValue: { scope: 'read', lifetime: '90', maySend: true, mayDelete: true },
    constraint: { sequenceIds: { multiple: true }, personaIds: { multiple: true } },
  })
  const busy = useSubmitting()
  return (
    <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
      <FormErrors errors={form.errors} id={form.errorId} />
      <TextField
        field={fields.name}
        label="Name"
        hint="The program that will use the key."
        placeholder="CRM"
        required
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.scope}
          label="Access"
          options={[
            { value: 'read', label: 'Read only' },
            { value: 'write', label: 'Read and write' },
          ]}
        />
        <SelectField
          field={fields.lifetime}
          label="Expires"
          options={LIFETIMES.map((days) => ({ value: String(days), label: LIFETIME_LABELS[days] }))}
        />
      </div>
      <fieldset className="space-y-1">
        <legend className="mb-1 text-sm font-medium">A key with write access may also</legend>
        <CheckboxField
          field={fields.maySend}
          label="Send emails"
          hint="Includes starting a sequence, changing a running one, and adding contacts to it."
        />
        <CheckboxField field={fields.mayDelete} label="Delete" />
      </fieldset>
      <Disclosure
        summary="Limit the key to some sequences and email lists"
        open={!!(fields.sequenceIds.initialValue || fields.personaIds.initialValue)}
      >
        <p className="mb-3 text-sm text-muted">
          Choose none to allow everything. A limited key allows only calls to the chosen ones.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField field={fields.sequenceIds} label="Sequences" optional options={optionsOf(sequences)} />
          <SelectField field={fields.personaIds} label="Email lists" optional options={optionsOf(personas)} />
        </div>
      </Disclosure>
      <DialogActions>
        <CancelLink to={paths.apiKeys()} />
        <Button variant="primary" busy={busy && 'Creating...'}>
          Create API key
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Shows a new key. It is not stored, so this is the only time. */
export const CreatedKey = ({ name, text }: { name: string; text: string }) => (
  <ShownOnce label="API key" text={text} doneTo={paths.apiKeys()}>
    Copy the key of “{name}” now. It is shown only once: Coldframe stores only a hash of it.
  </ShownOnce>
)
