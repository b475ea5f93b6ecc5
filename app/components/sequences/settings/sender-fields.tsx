import { CheckboxField } from '~/components/forms/checkbox-field'
import { FieldNotes } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { Address } from '~/components/ui/address'
import type { SettingsFields } from './basic-fields'
import { type MailboxChoice, SETTINGS_PARTS } from './edits'

interface SenderFieldsProps {
  fields: SettingsFields
  mailboxes: MailboxChoice[]
  /** The stored alias, which stays a choice. */
  sendAsEmail: string | null
}

/** What to know of a mailbox in a list of choices: " (paused)", or nothing. */
const notesOf = ({ status, canRead }: MailboxChoice) => {
  const notes = [status !== 'connected' && status, !canRead && 'no IMAP: replies cannot be read'].filter(
    Boolean,
  )
  return notes.length > 0 ? ` (${notes.join(', ')})` : ''
}

/** The sender mailbox and address; several mailboxes share the sending. */
export function SenderFields({ fields, mailboxes, sendAsEmail }: SenderFieldsProps) {
  const fallback = mailboxes.find((box) => box.isDefault)
  const stored = sendAsEmail ? [sendAsEmail] : []
  const aliases = [...new Set([...mailboxes.flatMap((box) => box.aliases), ...stored])]
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.senderAccountId}
          label={SETTINGS_PARTS.senderAccountId}
          placeholder={fallback ? `Default sender (${fallback.email})` : 'Default sender'}
          options={mailboxes.map((box) => ({ value: box.id, label: box.email + notesOf(box) }))}
        />
        <SelectField
          field={fields.sendAsEmail}
          label={SETTINGS_PARTS.sendAsEmail}
          placeholder="The mailbox's own address"
          options={aliases}
          hint="Used by the mailbox that the alias belongs to."
        />
      </div>
      {mailboxes.length > 1 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">{SETTINGS_PARTS.mailboxIds}</legend>
          <p className="mb-1.5 text-xs text-muted">
            Select several to share the sending; each contact keeps one mailbox. They replace the sender
            account.
          </p>
          {mailboxes.map((box) => (
            <CheckboxField
              key={box.id}
              field={fields.mailboxIds}
              value={box.id}
              label={
                <>
                  <Address>{box.email}</Address>
                  {notesOf(box)}
                </>
              }
            />
          ))}
          <FieldNotes field={fields.mailboxIds} />
        </fieldset>
      )}
      {mailboxes.length > 1 && (
        <CheckboxField
          field={fields.preferSameProvider}
          label={SETTINGS_PARTS.preferSameProvider}
          hint="Of several mailboxes, Google's write to domains that Google serves, and Microsoft's to Microsoft's. Contacts who got an email keep their mailbox."
        />
      )}
    </>
  )
}
