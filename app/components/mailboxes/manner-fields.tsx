import type { FieldsOf } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { NumberField, TextareaField, TextField } from '~/components/forms/text-field'
import { MAILBOX_KINDS, type MailboxKindName } from '~/models/shared/mailboxes/kinds'
import { MAILBOX_PARTS } from './edits'

type Manner =
  | 'dailyLimit'
  | 'sendIntervalSeconds'
  | 'displayName'
  | 'timezone'
  | 'signature'
  | 'postalAddress'

interface MannerFieldsProps {
  fields: FieldsOf<Manner>
  timezones: string[]
  provider: MailboxKindName
  /** The provider's own limit, if known. */
  providerLimit: number | null
}

/** How much a mailbox sends, when its day ends, and what is added to its emails. */
export function MannerFields({ fields, timezones, provider, providerLimit }: MannerFieldsProps) {
  const { company } = MAILBOX_KINDS[provider]
  const cap = company && providerLimit ? ` ${company.name} allows at most ${providerLimit}.` : ''
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-2 text-sm font-semibold">Limits and signature</legend>
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <NumberField
          field={fields.dailyLimit}
          label={MAILBOX_PARTS.dailyLimit}
          min={1}
          max={providerLimit ?? 1_000_000}
          optional
          suffix="emails"
          hint={`Leave it empty to grow the limit with the mailbox’s age, from 10 a day to 50 in its fifth week.${cap}`}
        />
        <NumberField
          field={fields.sendIntervalSeconds}
          label={MAILBOX_PARTS.sendIntervalSeconds}
          min={0}
          max={86_400}
          suffix="seconds"
          hint="Varies slightly from email to email. 0 sends without a pause."
        />
        <TextField
          field={fields.displayName}
          label={MAILBOX_PARTS.displayName}
          maxLength={100}
          optional
          hint="The name that recipients see beside the address."
        />
        <SelectField
          field={fields.timezone}
          label={MAILBOX_PARTS.timezone}
          options={timezones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          hint="The daily limit resets at midnight in this zone."
        />
      </div>
      <TextareaField
        field={fields.signature}
        label={MAILBOX_PARTS.signature}
        rows={4}
        maxLength={10_000}
        optional
        hint="Added below every email. Plain text, or HTML."
      />
      <TextareaField
        field={fields.postalAddress}
        label={MAILBOX_PARTS.postalAddress}
        rows={2}
        maxLength={500}
        optional
        hint="Added below every email. Many countries require it in commercial email."
      />
    </fieldset>
  )
}
