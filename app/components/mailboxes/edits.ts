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
  readFolders: { label: 'Folders', fields: ['readFolders', 'folderNames'] },
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

/** The choices of which folders are read. */
export const FOLDER_CHOICES = [
  { value: 'usual', label: 'Inbox, junk, archive and sent' },
  { value: 'all', label: 'All folders' },
  { value: 'named', label: 'These as well' },
]

export const mailboxWords: EditWords = (field, value) =>
  field === 'readFolders'
    ? FOLDER_CHOICES.find((option) => option.value === value)?.label
    : field.endsWith('Secure')
      ? ENCRYPTION.find((option) => option.value === value)?.label
      : undefined
