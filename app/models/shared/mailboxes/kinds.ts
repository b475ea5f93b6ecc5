import type { MAIL_PROVIDERS } from '#drizzle/schema/enums'
import { paths } from '~/paths'
import type { MailService } from '~/providers/dns/types'
import { isPersonalMicrosoft } from '~/providers/microsoft/personal'

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
  /** The fewest seconds between two of its emails, whatever its user has set. */
  leastInterval: number
  /** The host that its emails are handed to; null if it is the company's own. */
  host(box: { smtpHost: string | null }, env: Record<'google' | 'microsoft', ApiHost | null>): string | null
}

interface ApiHost {
  apiBaseUrl?: string | undefined
}

const hostOf = (api: ApiHost | null): string | null =>
  api?.apiBaseUrl ? new URL(api.apiBaseUrl).hostname : null

interface Company {
  name: string
  /** How its accounts are named in `account_key`. */
  keyPrefix: string
  connectPath(): string
  /** Whether it takes a grant back when it is asked to. Otherwise it ends by itself, or in the account's own settings. */
  revokes: boolean
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

/** Exchange Online's own limits, in recipients a day and messages a minute (learn.microsoft.com, Exchange Online limits). */
const EXCHANGE_LIMIT = 10_000
const EXCHANGE_PER_MINUTE = 30

/** Every kind of mailbox. Another one is a row here, a folder of `app/providers/mail`, and a screen that connects it. */
export const MAILBOX_KINDS: Record<MailboxKindName, MailboxKind> = {
  gmail: {
    label: 'Gmail',
    company: {
      name: 'Google',
      keyPrefix: 'google',
      connectPath: paths.gmailConnect,
      revokes: true,
      hasAliases: true,
      dailyLimit: (email) => (/@(gmail|googlemail)\.com$/i.test(email) ? GMAIL_LIMIT : WORKSPACE_LIMIT),
      dns: 'google',
    },
    hasInbox: true,
    keepsSent: true,
    announces: false,
    leastInterval: 0,
    host: (_, { google }) => hostOf(google),
  },
  microsoft: {
    label: 'Microsoft 365',
    company: {
      name: 'Microsoft',
      keyPrefix: 'microsoft',
      connectPath: paths.microsoftConnect,
      revokes: false,
      hasAliases: true,
      // Microsoft publishes no limit of personal accounts.
      dailyLimit: (email) => (isPersonalMicrosoft(email) ? null : EXCHANGE_LIMIT),
      dns: 'microsoft',
    },
    hasInbox: true,
    keepsSent: true,
    announces: false,
    leastInterval: 60 / EXCHANGE_PER_MINUTE,
    host: (_, { microsoft }) => hostOf(microsoft),
  },
  smtp: {
    label: 'SMTP',
    company: null,
    hasInbox: false,
    keepsSent: false,
    announces: true,
    leastInterval: 0,
    host: ({ smtpHost }) => smtpHost,
  },
}

/** The servers of Google and Microsoft that mailboxes without their consent send through. */
const SERVICE_HOSTS: [host: RegExp, service: MailService][] = [
  [/\.(google|gmail)\.com$/i, 'google'],
  [/\.(office365|outlook)\.com$/i, 'microsoft'],
]

/** Who runs a mailbox's servers. */
export const mailServiceOf = (box: { provider: MailboxKindName; smtpHost: string | null }): MailService =>
  MAILBOX_KINDS[box.provider].company?.dns ??
  SERVICE_HOSTS.find(([host]) => host.test(box.smtpHost ?? ''))?.[1] ??
  'other'

/** The seconds between two emails of a mailbox. */
export const intervalOf = (box: { provider: MailboxKindName; sendIntervalSeconds: number }): number =>
  Math.max(box.sendIntervalSeconds, MAILBOX_KINDS[box.provider].leastInterval)

/** The names of the kinds that `fits` accepts. */
export const kindsThat = (fits: (kind: MailboxKind) => boolean): MailboxKindName[] =>
  (Object.keys(MAILBOX_KINDS) as MailboxKindName[]).filter((name) => fits(MAILBOX_KINDS[name]))

/** Whether the user enters a mailbox's servers and password. */
export const hasServers = ({ provider }: { provider: MailboxKindName }): boolean =>
  MAILBOX_KINDS[provider].company === null
