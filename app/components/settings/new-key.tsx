import { Form } from '@remix-run/react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { type PlainResponse, usePlainForm } from '~/components/forms/plain-form'
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

interface NewKeyFormProps {
  response: PlainResponse | undefined
  sequences: Named[]
  personas: Named[]
}

/** The form of a new API key. */
export function NewKeyForm({ response, sequences, personas }: NewKeyFormProps) {
  const { form, field, errors } = usePlainForm(response, {
    scope: 'read',
    lifetime: '90',
    maySend: 'on',
    mayDelete: 'on',
  })
  const busy = useSubmitting()
  const typed = response?.result?.initialValue
  const several = (name: string) => ({
    ...field(name),
    multiple: true,
    initialValue: [typed?.[name] ?? []].flat(),
  })
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
      <FormErrors errors={errors} />
      <TextField
        field={field('name')}
        label="Name"
        hint="The program that will use the key."
        placeholder="CRM"
        required
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={field('scope')}
          label="Access"
          options={[
            { value: 'read', label: 'Read only' },
            { value: 'write', label: 'Read and write' },
          ]}
        />
        <SelectField
          field={field('lifetime')}
          label="Expires"
          options={LIFETIMES.map((days) => ({ value: String(days), label: LIFETIME_LABELS[days] }))}
        />
      </div>
      <fieldset className="space-y-1">
        <legend className="mb-1 text-sm font-medium">A key with write access may also</legend>
        <CheckboxField
          field={field('maySend')}
          label="Send emails"
          hint="Includes starting a sequence, changing a running one, and adding contacts to it."
        />
        <CheckboxField field={field('mayDelete')} label="Delete" />
      </fieldset>
      <Disclosure
        summary="Limit the key to some sequences and email lists"
        open={!!typed?.sequenceIds || !!typed?.personaIds}
      >
        <p className="mb-3 text-sm text-muted">
          Choose none to allow everything. A limited key allows only calls to the chosen ones.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            field={several('sequenceIds')}
            label="Sequences"
            optional
            options={optionsOf(sequences)}
          />
          <SelectField
            field={several('personaIds')}
            label="Email lists"
            optional
            options={optionsOf(personas)}
          />
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
