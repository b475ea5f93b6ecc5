import { z } from 'zod'
import { MAIL_PROVIDERS, READ_FOLDERS } from '#drizzle/schema/enums'
import { ChangesQuery, emailAddress, onOneLine, wholeNumber, yesNo } from '~/models/shared/fields'
import { kindsThat, type MailboxKindName } from '~/models/shared/mailboxes/kinds'
import { isTimezone } from '~/models/shared/timezone'

/**
 * Mailbox statuses in screens and the API. The stored status `token_expired` reads `expired`. The stored status `error` reads
 * `paused`: it is only set for too many bounces or refusals.
 */
export const MAILBOX_STATUSES = ['connected', 'expired', 'paused', 'disconnected'] as const

/** The query of the list of mailboxes. A new `lastUsedAt` is not a change. */
export const MailboxesQuery = ChangesQuery.extend({
  provider: z.enum(MAIL_PROVIDERS, 'Unknown provider').optional(),
  status: z.enum(MAILBOX_STATUSES, 'Unknown status').optional(),
})
export type MailboxesQuery = z.output<typeof MailboxesQuery>

/** The default of MAX_MAILBOXES_PER_USER. */
export const DEFAULT_MAX_MAILBOXES = 100

/** A mailbox as screens and the API show it. */
export interface Mailbox {
  id: string
  provider: MailboxKindName
  email: string
  displayName: string
  /** The domain of the organization whose account it is; null for a personal account, and for SMTP. */
  organization: string | null
  status: (typeof MAILBOX_STATUSES)[number]
  /** Why it is not connected, cannot send or cannot be read: the provider's message, or ours if it is paused. */
  statusDetail: string | null
  /** Its server takes no more emails for now: when the next one is tried. */
  heldUntil: Date | null
  /** What the server said to that. */
  heldDetail: string | null
  /** Its server has let nobody in to send emails, or to read replies, since then. */
  cannotSendSince: Date | null
  cannotReadSince: Date | null
  isDefault: boolean
  createdAt: Date
  updatedAt: Date
  lastUsedAt: Date | null
  /** Whether replies and bounces can be read. False for SMTP without IMAP. */
  canRead: boolean
  smtpHost: string | null
  smtpPort: number | null
  smtpSecure: boolean | null
  imapHost: string | null
  imapPort: number | null
  imapSecure: boolean | null
  username: string | null
  /** The user's daily limit; null means that the limit follows the mailbox's age. */
  dailyLimit: number | null
  /** The provider's own daily limit, if known. */
  providerLimit: number | null
  sendIntervalSeconds: number
  timezone: string
  /** Plain text or HTML. */
  signature: string
  postalAddress: string
  /** Which folders are read beside inbox, junk, archive and sent ones: none, all, or those of `folderNames`. */
  readFolders: (typeof READ_FOLDERS)[number]
  folderNames: string[]
  /** How its replies are read; null if they cannot be. */
  sync: MailboxSync | null
  aliasOptions: { sendAsEmail: string; displayName: string; verificationStatus: string; isPrimary: boolean }[]
}

/** How the replies of a mailbox are read. */
interface MailboxSync {
  /** Mail time of the last complete reading. */
  lastReadAt: Date | null
  /** Whether the server tells us of new messages at once (IMAP IDLE). */
  waiting: boolean
  /** How often it is read anyway, in seconds. */
  everySeconds: number
  /** The folders that are read, and all that could be. Empty where the provider has none, or before the first reading. */
  folders: string[]
  available: string[]
  /** Why the last reading failed; null if it did not. */
  error: string | null
}

const HOST = 'Enter a host name, such as mail.example.com'
/** A host name or an IP address. Strips the brackets of an IPv6 address. */
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

/** The most characters of a text before it is trimmed. */
const MAX_TYPED = 20_000
/** A single line. Replaces control characters with a space, so that it cannot break a header. */
const line = (max: number) =>
  z
    .string({ error: 'Must be a text' })
    .max(MAX_TYPED, `Must be at most ${max} characters`)
    .transform(onOneLine)
    .pipe(z.string().max(max, `Must be at most ${max} characters`))

const lines = (max: number) =>
  z
    .string({ error: 'Must be a text' })
    .max(MAX_TYPED, `Must be at most ${max} characters`)
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(max, `Must be at most ${max} characters`))

/** A text; null reads as empty. */
const textOrNull = (text: z.ZodType<string>) =>
  z.union([z.null().transform(() => ''), text], 'Must be a text')

const LIMIT = 'The daily limit must be a whole number from 1 to 1000000'
const INTERVAL = 'The interval must be a whole number of seconds from 0 to 86400'

/** Fields of every kind of mailbox. */
const commonFields = {
  displayName: textOrNull(line(100)),
  /** Null or empty follows the mailbox's age. */
  dailyLimit: z.union(
    [z.literal('').transform(() => null), z.null(), wholeNumber(1, 1_000_000, LIMIT)],
    LIMIT,
  ),
  /** 0 = no spacing. */
  sendIntervalSeconds: wholeNumber(0, 86_400, INTERVAL),
  timezone: z.string({ error: 'Choose a time zone' }).max(100).refine(isTimezone, 'Choose a time zone'),
  signature: textOrNull(lines(10_000)),
  postalAddress: textOrNull(lines(500)),
}

const FOLDERS = 'Choose which folders are read'
/** Which folders of an IMAP mailbox are read. */
const folderFields = {
  readFolders: z.enum(READ_FOLDERS, FOLDERS),
  folderNames: z
    .array(z.string({ error: FOLDERS }).min(1, FOLDERS).max(400, 'Must be at most 400 characters'), FOLDERS)
    .max(100, 'At most 100 folders')
    .transform((names) => [...new Set(names)]),
}

/** Login fields of an SMTP mailbox. */
const loginFields = {
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

/** A new SMTP mailbox. Others are added through the consent page of their company. */
export const NewMailbox = z.object({
  provider: z
    .literal(
      'smtp',
      'Only SMTP mailboxes can be added here. Connect Gmail mailboxes through Google, and Microsoft 365 mailboxes through Microsoft.',
    )
    .default('smtp'),
  email: loginFields.email,
  smtpHost: loginFields.smtpHost,
  /** Default: 465 with implicit TLS, else 587. */
  smtpPort: loginFields.smtpPort.optional(),
  /** Implicit TLS if true, STARTTLS if false. Default: by the port. */
  smtpSecure: loginFields.smtpSecure,
  imapHost: loginFields.imapHost.optional(),
  imapPort: loginFields.imapPort.optional(),
  imapSecure: loginFields.imapSecure.optional(),
  /** Default: the email address. */
  username: loginFields.username.optional(),
  password: loginFields.password,
  displayName: commonFields.displayName.default(''),
  dailyLimit: commonFields.dailyLimit.default(null),
  sendIntervalSeconds: commonFields.sendIntervalSeconds.optional(),
  /** Default: the user's time zone. */
  timezone: commonFields.timezone.optional(),
  signature: commonFields.signature.default(''),
  postalAddress: commonFields.postalAddress.default(''),
})
export type NewMailbox = z.output<typeof NewMailbox>

/** Any subset of a mailbox. `status: "connected"` reconnects it, or resumes it after a pause. */
export const MailboxChange = z
  .object({
    ...loginFields,
    ...commonFields,
    ...folderFields,
    status: z.literal('connected', 'The status can only be set to "connected"'),
  })
  .partial()
export type MailboxChange = z.output<typeof MailboxChange>

/** The fields that only an SMTP mailbox has. */
export const LOGIN_FIELDS = Object.keys(loginFields) as (keyof typeof loginFields)[]
/** The fields of mailboxes that have folders. */
export const FOLDER_FIELDS = Object.keys(folderFields) as (keyof typeof folderFields)[]

/** Forms omit empty fields. There, an absent field means "none", not "unchanged". */
const emptyIfAbsent = <T extends z.ZodType>(schema: T) => schema.optional().transform((value) => value ?? '')
const nullIfAbsent = <T extends z.ZodType>(schema: T) => schema.optional().transform((value) => value ?? null)

const commonFormFields = {
  displayName: emptyIfAbsent(line(100)),
  dailyLimit: nullIfAbsent(commonFields.dailyLimit),
  sendIntervalSeconds: commonFields.sendIntervalSeconds,
  timezone: commonFields.timezone,
  signature: emptyIfAbsent(lines(10_000)),
  postalAddress: emptyIfAbsent(lines(500)),
  status: z.literal('connected').optional(),
}

/** The edit form of a mailbox that was connected on its company's page. */
export const ConsentForm = z.object({
  provider: z.enum(kindsThat(({ company }) => company !== null)),
  ...commonFormFields,
})

/** The edit form of an SMTP mailbox; an empty password keeps the stored one. */
export const SmtpForm = z.object({
  provider: z.literal('smtp'),
  ...loginFields,
  imapHost: nullIfAbsent(loginFields.imapHost),
  imapPort: nullIfAbsent(loginFields.imapPort),
  imapSecure: nullIfAbsent(loginFields.imapSecure),
  password: loginFields.password.optional(),
  ...commonFormFields,
  readFolders: folderFields.readFolders.optional(),
  folderNames: folderFields.folderNames.optional().transform((names) => names ?? []),
})
