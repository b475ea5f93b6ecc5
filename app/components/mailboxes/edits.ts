import type { EditWords } from '~/components/forms/edits'
import type { EditParts } from '~/models/shared/forms/edits'

const server = (kind: string, label: string) => ({
  label,
  fields: [`${kind}Host`, `${kind}Port`, `${kind}Secure`],
})

/** The fields of a mailbox's form, with their labels. The password is none: it is never sent back to the browser. */
export const MAILBOX_PARTS = {
  email: 'Email address',
  smtp: server('smtp', 'Sending'),
  username: 'User name',
  imap: server('imap', 'Reading'),
  dailyLimit: 'Daily limit',
  sendIntervalSeconds: 'Time between emails',
  displayName: 'Display name',
  timezone: 'Time zone',
  signature: 'Signature',
  postalAddress: 'Postal address',
} satisfies EditParts

/** The choices of a server's encryption. */
export const ENCRYPTION = [
  { value: 'true', label: 'TLS' },
  { value: 'false', label: 'STARTTLS' },
]

export const mailboxWords: EditWords = (field, value) =>
  field.endsWith('Secure') ? ENCRYPTION.find((option) => option.value === value)?.label : undefined
