import { getFormProps, useForm } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useState } from 'react'
import { SelectField } from '~/components/forms/select-field'
import { Button } from '~/components/ui/button'
import { useHydrated } from '~/components/ui/use-hydrated'
import { type MailboxPreset, presetFields } from '~/models/mailboxes/presets'
import { paths } from '~/paths'

export interface PresetPickerProps {
  presets: readonly MailboxPreset[]
  /** The preset that the server has filled in. */
  chosen: string
  /** The form that scripts fill in; without them the button asks the server to. */
  formId: string
}

/** Selects a common provider, which fills in the servers and keeps the other fields. */
export function PresetPicker({ presets, chosen, formId }: PresetPickerProps) {
  const [picked, setPicked] = useState(chosen)
  const hydrated = useHydrated()
  const [form, fields] = useForm<{ preset: string }>({ id: 'preset', defaultValue: { preset: chosen } })
  const preset = presets.find(({ id }) => id === picked)
  return (
    <Form
      {...getFormProps(form)}
      method="get"
      action={paths.newSmtpMailbox()}
      preventScrollReset
      className="mb-4"
    >
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          field={fields.preset}
          label="Provider"
          placeholder="Another provider"
          options={presets.map(({ id, name }) => ({ value: id, label: name }))}
          className="min-w-56 grow"
          onChange={({ currentTarget: { value } }) => {
            setPicked(value)
            const found = presets.find(({ id }) => id === value)
            const target = document.forms.namedItem(formId)
            if (found && target) fillIn(target, presetFields(found))
          }}
        />
        {!hydrated && <Button>Fill In</Button>}
      </div>
      <p role="status" className="mt-1.5 text-xs text-muted">
        {preset?.note ?? 'Choose your provider to fill in the servers, or enter them below.'}
      </p>
    </Form>
  )
}

function fillIn(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value
  }
}
