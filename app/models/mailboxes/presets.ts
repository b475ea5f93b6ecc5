/** A mail server's address, with implicit TLS (`secure`) or STARTTLS. */
interface Server {
  host: string
  port: number
  secure: boolean
}

/** The settings of a common provider. */
export interface MailboxPreset {
  id: string
  name: string
  smtp: Server
  imap: Server | null
  /** A hint for users of this provider. */
  note: string
}

const tls = (host: string, port = 465): Server => ({ host, port, secure: true })
const starttls = (host: string, port = 587): Server => ({ host, port, secure: false })
const imap = (host: string) => tls(host, 993)

const APP_PASSWORD = 'Needs an app password, not the password you log in with.'

/** The settings published by the providers. */
export const MAILBOX_PRESETS: readonly MailboxPreset[] = [
  {
    id: 'fastmail',
    name: 'Fastmail',
    smtp: tls('smtp.fastmail.com'),
    imap: imap('imap.fastmail.com'),
    note: APP_PASSWORD,
  },
  {
    id: 'gmail',
    name: 'Gmail with an app password',
    smtp: tls('smtp.gmail.com'),
    imap: imap('imap.gmail.com'),
    note: 'Needs 2-step verification and an app password. If possible, connect through Google instead.',
  },
  {
    id: 'icloud',
    name: 'iCloud Mail',
    smtp: starttls('smtp.mail.me.com'),
    imap: imap('imap.mail.me.com'),
    note: 'Needs an app-specific password. The user name is your iCloud address.',
  },
  {
    id: 'microsoft365',
    name: 'Microsoft 365',
    smtp: starttls('smtp.office365.com'),
    imap: null,
    note: 'Your administrator must allow authenticated SMTP. Its IMAP no longer accepts passwords, so replies and bounces cannot be read.',
  },
  {
    id: 'yahoo',
    name: 'Yahoo Mail',
    smtp: tls('smtp.mail.yahoo.com'),
    imap: imap('imap.mail.yahoo.com'),
    note: APP_PASSWORD,
  },
  {
    id: 'zoho',
    name: 'Zoho Mail',
    smtp: tls('smtp.zoho.com'),
    imap: imap('imap.zoho.com'),
    note: 'Paid domains use smtppro.zoho.com and imappro.zoho.com; European accounts use .eu, Indian accounts .in. Two-factor authentication requires an app password.',
  },
]

/** The form fields that a preset fills. */
export const presetFields = ({ smtp, imap }: MailboxPreset): Record<string, string> => ({
  smtpHost: smtp.host,
  smtpPort: String(smtp.port),
  smtpSecure: String(smtp.secure),
  imapHost: imap?.host ?? '',
  imapPort: imap ? String(imap.port) : '',
  imapSecure: String(imap?.secure ?? true),
})
