import { z } from 'zod'
import { emailAddress, wholeNumber, yesNo } from '~/models/shared/fields'
import { isTimezone } from '~/models/shared/timezone'

/**
 * What screens and calls say of a mailbox. The stored status `token_expired` reads `expired`, and `error`, which is only
 * ever a pause (too many bounces or refusals), reads `paused`.
 */
export const MAILBOX_STATUSES = ['connected', 'expired', 'paused', 'disconnected'] as const

/** The default of MAX_MAILBOXES_PER_USER, and what applies where the settings were not read. */
export const DEFAULT_MAX_MAILBOXES = 100

/** A mailbox as screens and calls show it. */
export interface Mailbox {
  id: string
  provider: 'gmail' | 'smtp'
  email: string
  displayName: string
  status: (typeof MAILBOX_STATUSES)[number]
  /** Why it is not connected, or why it cannot be read: the provider's words, or ours when it was paused. */
  statusDetail: string | null
  isDefault: boolean
  createdAt: Date
  lastUsedAt: Date | null
  /** Replies and bounces are seen; not without IMAP. */
  canRead: boolean
  smtpHost: string | null
  smtpPort: number | null
  smtpSecure: boolean | null
  imapHost: string | null
  imapPort: number | null
  imapSecure: boolean | null
  username: string | null
  /** Mails a day wished by the user; null follows the mailbox's age. */
  dailyLimit: number | null
  /** The provider's own cap, where we know one. */
  providerLimit: number | null
  sendIntervalSeconds: number
  timezone: string
  /** Plain text or HTML. */
  signature: string
  postalAddress: string
  aliasOptions: { sendAsEmail: string; displayName: string; verificationStatus: string; isPrimary: boolean }[]
}

const HOST = 'Enter a host name, such as mail.example.com'
/** A host name, or an address; brackets around an IPv6 one are taken off. */
const host = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(253, HOST)
    .transform((text) => text.toLowerCase().replace(/^\[(.*)\]$/, '$1'))
    .refine(
      (text) =>
        /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text) || (text.includes(':') && /^[0-9a-f:.]+$/.test(text)),
      HOST,
    )

const port = wholeNumber(1, 65_535, 'The port must be a whole number from 1 to 65535')

/** One line: what would break a header becomes a blank. */
const line = (max: number) =>
  z
    .string({ error: 'Must be a text' })
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(max, `Must be at most ${max} characters`))

const lines = (max: number) =>
  z
    .string({ error: 'Must be a text' })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(max, `Must be at most ${max} characters`))

/** A text that null empties. */
const emptyable = (text: z.ZodType<string>) => z.union([z.null().transform(() => ''), text], 'Must be a text')

const LIMIT = 'The daily limit must be a whole number from 1 to 1000000'
const INTERVAL = 'The interval must be a whole number of seconds from 0 to 86400'

/** What mailboxes of both kinds have. */
const manners = {
  displayName: emptyable(line(100)),
  /** Null or empty follows the mailbox's age. */
  dailyLimit: z.union(
    [z.literal('').transform(() => null), z.null(), wholeNumber(1, 1_000_000, LIMIT)],
    LIMIT,
  ),
  /** 0 = no spacing. */
  sendIntervalSeconds: wholeNumber(0, 86_400, INTERVAL),
  timezone: z.string({ error: 'Choose a time zone' }).max(100).refine(isTimezone, 'Choose a time zone'),
  signature: emptyable(lines(10_000)),
  postalAddress: emptyable(lines(500)),
}

/** How an SMTP mailbox is reached. */
const login = {
  email: emailAddress('Email is required'),
  smtpHost: host('The SMTP server is required'),
  smtpPort: port,
  smtpSecure: yesNo,
  imapHost: z.union([z.literal('').transform(() => null), z.null(), host(HOST)], HOST),
  imapPort: z.union(
    [z.literal('').transform(() => null), z.null(), port],
    'The port must be a whole number from 1 to 65535',
  ),
  imapSecure: z.union([z.null(), yesNo]),
  username: line(254).pipe(z.string().min(1, 'The user name is required')),
  password: z
    .string({ error: 'The password is required' })
    .min(1, 'The password is required')
    .max(1000, 'Must be at most 1000 characters'),
}

/** A new SMTP mailbox. Gmail mailboxes come through Google's consent page. */
export const NewMailbox = z.object({
  provider: z
    .literal('smtp', 'Only SMTP mailboxes are added here; connect a Gmail mailbox through Google')
    .default('smtp'),
  email: login.email,
  smtpHost: login.smtpHost,
  /** 465 with TLS from the start, else 587. */
  smtpPort: login.smtpPort.optional(),
  /** TLS from the start; else STARTTLS. By the port unless it is said. */
  smtpSecure: login.smtpSecure,
  imapHost: login.imapHost.optional(),
  imapPort: login.imapPort.optional(),
  imapSecure: login.imapSecure.optional(),
  /** The address unless it is said. */
  username: login.username.optional(),
  password: login.password,
  displayName: manners.displayName.default(''),
  dailyLimit: manners.dailyLimit.default(null),
  sendIntervalSeconds: manners.sendIntervalSeconds.optional(),
  /** The user's own unless it is said. */
  timezone: manners.timezone.optional(),
  signature: manners.signature.default(''),
  postalAddress: manners.postalAddress.default(''),
})
export type NewMailbox = z.output<typeof NewMailbox>

/** Any subset of a mailbox; `status: "connected"` reconnects it, or lets it send again after a pause. */
export const MailboxChange = z
  .object({
    ...login,
    ...manners,
    status: z.literal('connected', 'A mailbox can only be asked to be connected'),
  })
  .partial()
export type MailboxChange = z.output<typeof MailboxChange>

/** The fields that only an SMTP mailbox has. */
export const LOGIN_FIELDS = Object.keys(login) as (keyof typeof login)[]

/** A form leaves out what is empty: there that means "none", not "as it was". */
const emptied = <T extends z.ZodType>(schema: T) => schema.optional().transform((value) => value ?? '')
const none = <T extends z.ZodType>(schema: T) => schema.optional().transform((value) => value ?? null)

const mannersForm = {
  displayName: emptied(line(100)),
  dailyLimit: none(manners.dailyLimit),
  sendIntervalSeconds: manners.sendIntervalSeconds,
  timezone: manners.timezone,
  signature: emptied(lines(10_000)),
  postalAddress: emptied(lines(500)),
  status: z.literal('connected').optional(),
}

/** The edit form of a Gmail mailbox. */
export const GmailForm = z.object({ provider: z.literal('gmail'), ...mannersForm })

/** The edit form of an SMTP mailbox; an empty password keeps the stored one. */
export const SmtpForm = z.object({
  provider: z.literal('smtp'),
  ...login,
  imapHost: none(login.imapHost),
  imapPort: none(login.imapPort),
  imapSecure: none(login.imapSecure),
  password: login.password.optional(),
  ...mannersForm,
})
