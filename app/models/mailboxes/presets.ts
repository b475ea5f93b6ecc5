/** A mail server's address, with TLS from the start (`secure`) or by STARTTLS. */
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
  /** What its users have to know. */
  note: string
}

const tls = (host: string, port = 465): Server => ({ host, port, secure: true })
const starttls = (host: string, port = 587): Server => ({ host, port, secure: false })
const imap = (host: string) => tls(host, 993)

const APP_PASSWORD = 'Needs an app password, not the password you log in with.'

/** The providers' own published settings; each asks for a password made for mail programs. */
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
    note: 'Needs 2-step verification and an app password. Connecting through Google is better where you can.',
  },
  {
    id: 'icloud',
    name: 'iCloud Mail',
    smtp: starttls('smtp.mail.me.com'),
    imap: imap('imap.mail.me.com'),
    note: 'Needs an app-specific password; the user name is your iCloud address.',
  },
  {
    id: 'microsoft365',
    name: 'Microsoft 365',
    smtp: starttls('smtp.office365.com'),
    imap: null,
    note: 'Your administrator must allow authenticated SMTP. Its IMAP takes no passwords any more, so replies and bounces are not seen.',
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
    note: 'Paid domains use smtppro.zoho.com and imappro.zoho.com; European accounts end in .eu, Indian ones in .in. With two-factor log-in it needs an app password.',
  },
]

/** The form's fields that a preset fills. */
export const presetFields = ({ smtp, imap }: MailboxPreset): Record<string, string> => ({
  smtpHost: smtp.host,
  smtpPort: String(smtp.port),
  smtpSecure: String(smtp.secure),
  imapHost: imap?.host ?? '',
  imapPort: imap ? String(imap.port) : '',
  imapSecure: String(imap?.secure ?? true),
})
