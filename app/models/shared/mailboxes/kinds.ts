import type { MAIL_PROVIDERS } from '#drizzle/schema/enums'
import { paths } from '~/paths'
import type { MailService } from '~/providers/dns/types'

/** The kinds of mailboxes, by the names in which they are stored. */
export type MailboxKindName = (typeof MAIL_PROVIDERS)[number]

/** What sets a kind of mailbox apart. Other code asks for a capability, never for the name of a kind. */
export interface MailboxKind {
  /** Its name on screens. */
  label: string
  /** The company that runs it and asks for consent on a page of its own; null if the user enters servers and a password. */
  company: Company | null
  /** Whether replies and bounces can be read without an IMAP server. */
  hasInbox: boolean
  /** Whether the provider itself keeps every email that it sent. */
  keepsSent: boolean
  /** Whether an open connection tells of new messages (IMAP IDLE). */
  announces: boolean
  /** The host that its emails are handed to; null if it is the company's own. */
  host(
    box: { smtpHost: string | null },
    env: { google: { apiBaseUrl?: string | undefined } | null },
  ): string | null
}

interface Company {
  name: string
  connectPath(): string
  /** Whether it lists the addresses that a mailbox may also send as. */
  hasAliases: boolean
  /** Its own daily limit for an address, in emails; null if it is not known. */
  dailyLimit(email: string): number | null
  /** What the DNS records of the sending domain must contain. */
  dns: MailService
}

/** Google's own daily limits, in messages (support.google.com/a/answer/166852). */
const GMAIL_LIMIT = 500
const WORKSPACE_LIMIT = 2_000

/** Every kind of mailbox. Another one is a row here, a folder of `app/providers/mail`, and a screen that connects it. */
export const MAILBOX_KINDS: Record<MailboxKindName, MailboxKind> = {
  gmail: {
    label: 'Gmail',
    company: {
      name: 'Google',
      connectPath: paths.gmailConnect,
      hasAliases: true,
      dailyLimit: (email) => (/@(gmail|googlemail)\.com$/i.test(email) ? GMAIL_LIMIT : WORKSPACE_LIMIT),
      dns: 'google',
    },
    hasInbox: true,
    keepsSent: true,
    announces: false,
    host: (_, { google }) => (google?.apiBaseUrl ? new URL(google.apiBaseUrl).hostname : null),
  },
  smtp: {
    label: 'SMTP',
    company: null,
    hasInbox: false,
    keepsSent: false,
    announces: true,
    host: ({ smtpHost }) => smtpHost,
  },
}

/** The names of the kinds that `fits` accepts. */
export const kindsThat = (fits: (kind: MailboxKind) => boolean): MailboxKindName[] =>
  (Object.keys(MAILBOX_KINDS) as MailboxKindName[]).filter((name) => fits(MAILBOX_KINDS[name]))

/** Whether the user enters a mailbox's servers and password. */
export const hasServers = ({ provider }: { provider: MailboxKindName }): boolean =>
  MAILBOX_KINDS[provider].company === null
