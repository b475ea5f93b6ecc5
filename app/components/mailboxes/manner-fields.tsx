import type { FieldControl } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { NumberField, TextareaField, TextField } from '~/components/forms/text-field'

interface MannerFieldsProps {
  field: (name: string) => FieldControl
  timezones: string[]
  /** The provider's own cap, where we know one. */
  providerLimit: number | null
}

/** How much a mailbox sends, when its day ends, and what stands below its mails. */
export function MannerFields({ field, timezones, providerLimit }: MannerFieldsProps) {
  const cap = providerLimit ? ` Google allows at most ${providerLimit}.` : ''
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-2 text-sm font-semibold">Limits and signature</legend>
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <NumberField
          field={field('dailyLimit')}
          label="Daily limit"
          min={1}
          max={providerLimit ?? 1_000_000}
          optional
          suffix="mails"
          hint={`Empty: it grows with the mailbox's age, from 10 a day to 50 in its fifth week.${cap}`}
        />
        <NumberField
          field={field('sendIntervalSeconds')}
          label="Time between two mails"
          min={0}
          max={86_400}
          suffix="seconds"
          hint="It varies a little from mail to mail. 0 leaves no time between them."
        />
        <TextField
          field={field('displayName')}
          label="Display name"
          maxLength={100}
          optional
          hint="What recipients see beside the address."
        />
        <SelectField
          field={field('timezone')}
          label="Time zone"
          options={timezones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          hint="The daily limit starts anew at midnight there."
        />
      </div>
      <TextareaField
        field={field('signature')}
        label="Signature"
        rows={4}
        maxLength={10_000}
        optional
        hint="Below every mail. Plain text, or HTML."
      />
      <TextareaField
        field={field('postalAddress')}
        label="Postal address"
        rows={2}
        maxLength={500}
        optional
        hint="Below every mail. The law of many countries asks for it in commercial mail."
      />
    </fieldset>
  )
}
