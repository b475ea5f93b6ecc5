import type { FieldsOf } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { NumberField, TextField } from '~/components/forms/text-field'
import { ENCRYPTION, MAILBOX_PARTS } from './edits'

interface ServerFieldsProps {
  fields: FieldsOf<`${'smtp' | 'imap'}${'Host' | 'Port' | 'Secure'}`>
  /** Prefix of the field names. */
  kind: 'smtp' | 'imap'
}

/** Host, port and encryption of one mail server. */
export function ServerFields({ fields, kind }: ServerFieldsProps) {
  const sending = kind === 'smtp'
  const name = sending ? 'SMTP' : 'IMAP'
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{MAILBOX_PARTS[kind].label}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_8.5rem]">
        <TextField
          field={fields[`${kind}Host`]}
          label={`${name} server`}
          optional={!sending}
          required={sending}
          className="max-sm:col-span-2"
          maxLength={253}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={`${kind}.example.com`}
        />
        <NumberField field={fields[`${kind}Port`]} label={`${name} port`} min={1} max={65535} />
        <SelectField field={fields[`${kind}Secure`]} label={`${name} encryption`} options={ENCRYPTION} />
      </div>
      <p className="mt-1.5 text-xs text-muted">
        {sending
          ? 'TLS is usual on port 465, STARTTLS on port 587.'
          : 'Without an IMAP server, replies and bounces cannot be read: contacts who replied keep getting emails, and so do addresses that do not exist.'}
      </p>
    </fieldset>
  )
}
