import { MAILBOX_PRESETS } from '~/models/mailboxes/presets'
import { toPlainKey } from '~/models/shared/plain-key'

/** A column of a file of mailboxes: its name in our files, other names, and the field of a new mailbox. */
interface MailboxColumn {
  label: string
  also: string[]
}

/**
 * The columns of a file of mailboxes. The other names are those of the files of Instantly, Smartlead and lemlist. `provider` names one of
 * our presets, and `firstName` and `lastName` make the display name.
 */
export const MAILBOX_COLUMNS = {
  email: { label: 'Email', also: ['email address', 'from email', 'mailbox', 'address'] },
  password: {
    label: 'Password',
    also: ['app password', 'smtp password', 'mailbox password'],
  },
  provider: { label: 'Provider', also: ['preset'] },
  smtpHost: { label: 'SMTP host', also: ['host', 'smtp server', 'outgoing server'] },
  smtpPort: { label: 'SMTP port', also: ['port'] },
  username: { label: 'User name', also: ['user', 'login', 'smtp username', 'smtp user'] },
  imapHost: { label: 'IMAP host', also: ['imap server', 'incoming server'] },
  imapPort: { label: 'IMAP port', also: [] },
  imapUsername: { label: 'IMAP user name', also: ['imap username', 'imap user'] },
  imapPassword: { label: 'IMAP password', also: [] },
  displayName: { label: 'Name', also: ['display name', 'from name', 'sender name', 'full name'] },
  firstName: { label: 'First name', also: [] },
  lastName: { label: 'Last name', also: [] },
  dailyLimit: {
    label: 'Daily limit',
    also: ['limit', 'max email per day', 'emails per day', 'sending limit'],
  },
  signature: { label: 'Signature', also: ['email signature'] },
} as const satisfies Record<string, MailboxColumn>

export type MailboxColumnName = keyof typeof MAILBOX_COLUMNS

const BY_NAME = new Map(
  Object.entries(MAILBOX_COLUMNS).flatMap(([field, { label, also }]) =>
    [field, label, ...also].map((name) => [toPlainKey(name), field as MailboxColumnName] as const),
  ),
)

/** The column that a header names, in any case and spacing. */
export const mailboxColumnOf = (header: string): MailboxColumnName | undefined =>
  BY_NAME.get(toPlainKey(header))

/** What the CSV reader must know to find the header. */
export const MAILBOX_COLUMN_NAMES = {
  isKnown: (name: string) => mailboxColumnOf(name) !== undefined,
  isEmail: (name: string) => mailboxColumnOf(name) === 'email',
}

const presetOf = (name: string) =>
  MAILBOX_PRESETS.find((preset) => [preset.id, toPlainKey(preset.name)].includes(toPlainKey(name)))

/**
 * The fields of a new mailbox that a row gives. Empty cells count as absent.
 * @returns the fields, or why the row cannot be used
 */
export function mailboxOfRow(
  cells: Partial<Record<MailboxColumnName, string>>,
): { input: Record<string, string> } | { problem: string } {
  const { provider, imapUsername, imapPassword, firstName, lastName, ...given } = cells
  const preset = provider ? presetOf(provider) : undefined
  if (provider && !preset) {
    const known = MAILBOX_PRESETS.map(({ name }) => name).join(', ')
    return { problem: `"${provider}" is no known provider. Known are: ${known}.` }
  }
  const login = given.username ?? given.email
  if ((imapUsername ?? login) !== login || (imapPassword ?? given.password) !== given.password)
    return { problem: 'SMTP and IMAP have different logins. A mailbox has one login for both servers.' }
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return {
    input: {
      ...(preset && {
        smtpHost: preset.smtp.host,
        smtpPort: String(preset.smtp.port),
        ...(preset.imap && { imapHost: preset.imap.host, imapPort: String(preset.imap.port) }),
      }),
      ...(name && { displayName: name }),
      ...given,
    },
  }
}
