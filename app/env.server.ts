import path from 'node:path'
import { z } from 'zod'
import { DEFAULT_MAX_MAILBOXES } from '~/models/mailboxes/mailbox'
import {
  type KeepDays,
  MAX_KEEP_DAYS,
  RETENTION_KINDS,
  RETENTION_NAMES,
  type RetentionKindName,
} from '~/models/retention/kinds'
import { REFUSED_PORTS } from './refused-ports'

/** Whether a host name or address is this machine. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === '' ? undefined : v), schema.optional())
const baseUrl = z
  .string()
  .regex(/^https?:\/\//, 'must start with http:// or https://')
  .refine(
    (url) => !URL.canParse(url) || !REFUSED_PORTS.has(Number(new URL(url).port)),
    'browsers and fetch refuse this port: choose another',
  )
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

const wholeNumber = (from: number, to: number) => {
  const error = `must be a number from ${from} to ${to}`
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error })
}

/** What is wrong with the address of a database; null if nothing is. */
function databaseUrlFault(text: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must start with postgres://'
  // A URL ends before `#`, so the host would be looked for in the password.
  if (text.includes('#')) return 'write # as %23'
  if (!URL.canParse(text)) return 'is not a valid URL: write / ? % in the password as %2F %3F %25'
  const { hostname, pathname, username, password, searchParams } = new URL(text)
  try {
    decodeURIComponent(username + password)
  } catch {
    return 'write % in the password as %25'
  }
  if (!hostname && !searchParams.has('host')) return 'names no host'
  return pathname.length > 1 ? null : 'names no database: it ends with /name'
}

const databaseUrl = z.string().superRefine((text, context) => {
  const message = databaseUrlFault(text)
  if (message) context.addIssue({ code: 'custom', message })
})

const keepDays = optional(wholeNumber(0, MAX_KEEP_DAYS))
type KeepVariable = (typeof RETENTION_KINDS)[RetentionKindName]['variable']
const keepSettings = Object.fromEntries(
  RETENTION_NAMES.map((name) => [RETENTION_KINDS[name].variable, keepDays]),
) as Record<KeepVariable, typeof keepDays>

const Settings = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'])),
  PORT: optional(wholeNumber(0, 65_535)),
  HOST: optional(z.string()),
  APP_URL: optional(baseUrl),
  TRUST_PROXY: optional(wholeNumber(0, 10)),
  DATABASE_URL: optional(databaseUrl),
  DATA_DIR: optional(z.string()),
  APP_SECRET: optional(z.string().min(32, 'must be at least 32 characters long')),
  APP_SECRET_PREVIOUS: optional(z.string().min(32, 'must be at least 32 characters long')),
  WORKER: optional(z.enum(['in-process', 'off'])),
  SIGNUP: optional(z.enum(['open', 'invite', 'closed'])),
  SANDBOX: optional(z.enum(['on', 'off'])),
  SANDBOX_PUBLIC: optional(z.enum(['on', 'off'])),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_AUTH_BASE_URL: optional(baseUrl),
  GOOGLE_API_BASE_URL: optional(baseUrl),
  MICROSOFT_CLIENT_ID: optional(z.string()),
  MICROSOFT_CLIENT_SECRET: optional(z.string()),
  MICROSOFT_TENANT: optional(
    z.string().regex(/^[a-z0-9.-]+$/i, 'must be common, organizations or the id of a tenant'),
  ),
  MICROSOFT_AUTH_BASE_URL: optional(baseUrl),
  MICROSOFT_API_BASE_URL: optional(baseUrl),
  APOLLO_BASE_URL: optional(baseUrl),
  AI_BASE_URL: optional(baseUrl),
  AI_API_KEY: optional(z.string()),
  AI_MODEL: optional(z.string()),
  SYSTEM_SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')),
  SYSTEM_MAIL_FROM: optional(z.string()),
  SUPPORT_CHAT_URL: optional(baseUrl),
  TRACKER_URL: optional(baseUrl),
  DNS_SERVER: optional(z.string()),
  MAX_MAILBOXES_PER_USER: optional(wholeNumber(1, 100_000)),
  METRICS_TOKEN: optional(z.string().min(16, 'must be at least 16 characters long')),
  ALLOW_PRIVATE_HOSTS: optional(z.enum(['on', 'off'])),
  LOG_LEVEL: optional(z.enum(['debug', 'info', 'warn', 'error'])),
  LOG_TIME: optional(z.enum(['epoch', 'iso'])),
  LOG_ACCOUNTS: optional(z.enum(['hashed', 'plain'])),
  ...keepSettings,
})

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(Settings.shape)

/** Who may create an account: everybody, people with an invitation, or nobody. */
export type SignUpMode = 'open' | 'invite' | 'closed'

/** The parsed settings with their defaults; only this file reads `process.env`. */
export type Env = ReturnType<typeof parseEnv>

/** An invalid setting; the message is one line for the operator. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/** Names too short to be recognized when misspelled: `POST` and `GHOST` are words of their own. */
const SHORTEST_RECOGNIZED = 6

/** Refuses a variable that is unknown, but a known one with a letter missing, added, wrong or swapped, or in another case. */
function refuseMisspelled(source: Record<string, string | undefined>): void {
  for (const name of Object.keys(source)) {
    if (!source[name] || SETTING_NAMES.includes(name)) continue
    const written = name.toUpperCase().replaceAll('-', '_')
    const meant = SETTING_NAMES.find((other) => other.length >= SHORTEST_RECOGNIZED && isNear(written, other))
    if (meant) throw new EnvError(`${name}: is unknown. Did you mean ${meant}?`)
  }
}

/** Whether two words are equal but for one letter, or two neighbors in the other order. */
function isNear(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

/**
 * Parses the environment (design section 5).
 * @throws EnvError for the first invalid setting, or one that is misspelled
 */
export function parseEnv(source: Record<string, string | undefined>) {
  refuseMisspelled(source)
  const parsed = Settings.safeParse(source)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new EnvError(`${issue.path.join('.')}: ${issue.message}`)
  }
  const raw = parsed.data
  const port = raw.PORT ?? 3000
  const appUrl = raw.APP_URL ?? `http://localhost:${port}`
  const appHost = URL.canParse(appUrl) ? new URL(appUrl).hostname : ''
  if (!appHost) throw new EnvError(`APP_URL: is not a valid URL: ${appUrl}`)
  const loopback = isLoopback(appHost)
  for (const company of ['GOOGLE', 'MICROSOFT'] as const)
    if (!raw[`${company}_CLIENT_ID`] !== !raw[`${company}_CLIENT_SECRET`])
      throw new EnvError(`${company}_CLIENT_ID and ${company}_CLIENT_SECRET: set both or none`)
  const sandboxPossible = loopback && !raw.GOOGLE_CLIENT_ID && !raw.MICROSOFT_CLIENT_ID
  if (raw.SANDBOX === 'on' && !sandboxPossible) {
    throw new EnvError(
      'SANDBOX: on is refused: APP_URL must be a loopback address and no Google or Microsoft credentials may be set',
    )
  }
  const sandbox = raw.SANDBOX === undefined ? sandboxPossible : raw.SANDBOX === 'on'
  // Behind a proxy any port works, but the simulators are called on the port itself.
  if (REFUSED_PORTS.has(port) && (sandbox || !raw.APP_URL))
    throw new EnvError(`PORT: browsers and fetch refuse port ${port}: choose another`)
  if (!loopback && !raw.APP_SECRET)
    throw new EnvError('APP_SECRET: is required when APP_URL is not a loopback address')
  // Server-side calls reach the simulators on the port itself, even if APP_URL is a forwarded address.
  const sandboxUrl = `http://127.0.0.1:${port}/sandbox`
  const credentials = (company: 'GOOGLE' | 'MICROSOFT', simulatedId: string) => {
    const [clientId, clientSecret] = [raw[`${company}_CLIENT_ID`], raw[`${company}_CLIENT_SECRET`]]
    if (clientId && clientSecret) return { clientId, clientSecret }
    return sandbox ? { clientId: simulatedId, clientSecret: 'sandbox-secret' } : null
  }
  const google = credentials('GOOGLE', 'sandbox-client')
  const microsoft = credentials('MICROSOFT', 'sandbox-application')
  return {
    nodeEnv: raw.NODE_ENV ?? 'development',
    port,
    host: raw.HOST ?? (loopback || raw.TRUST_PROXY ? '127.0.0.1' : '0.0.0.0'),
    appUrl,
    appIsLoopback: loopback,
    secureCookies: appUrl.startsWith('https:'),
    trustProxy: raw.TRUST_PROXY ?? 0,
    databaseUrl: raw.DATABASE_URL,
    dataDir: raw.DATA_DIR ? path.resolve(raw.DATA_DIR) : undefined,
    appSecret: raw.APP_SECRET,
    appSecretPrevious: raw.APP_SECRET_PREVIOUS ? [raw.APP_SECRET_PREVIOUS] : [],
    worker: raw.WORKER ?? 'in-process',
    sandbox,
    signUp: raw.SIGNUP as SignUpMode | undefined,
    sandboxPublic: sandbox && raw.SANDBOX_PUBLIC === 'on',
    google: google && {
      ...google,
      authBaseUrl: raw.GOOGLE_AUTH_BASE_URL ?? (sandbox ? `${appUrl}/sandbox/google` : undefined),
      apiBaseUrl: raw.GOOGLE_API_BASE_URL ?? (sandbox ? `${sandboxUrl}/google` : undefined),
    },
    microsoft: microsoft && {
      ...microsoft,
      tenant: raw.MICROSOFT_TENANT ?? 'common',
      authBaseUrl: raw.MICROSOFT_AUTH_BASE_URL ?? (sandbox ? `${appUrl}/sandbox/microsoft` : undefined),
      // A browser and this server may reach the sandbox at different addresses.
      tokenBaseUrl: raw.MICROSOFT_AUTH_BASE_URL ?? (sandbox ? `${sandboxUrl}/microsoft` : undefined),
      apiBaseUrl: raw.MICROSOFT_API_BASE_URL ?? (sandbox ? `${sandboxUrl}/microsoft` : undefined),
    },
    apolloBaseUrl: raw.APOLLO_BASE_URL ?? (sandbox ? `${sandboxUrl}/apollo` : 'https://api.apollo.io'),
    ai: raw.AI_BASE_URL
      ? { baseUrl: raw.AI_BASE_URL, apiKey: raw.AI_API_KEY, model: raw.AI_MODEL }
      : {
          baseUrl: sandbox ? `${sandboxUrl}/ai/v1` : undefined,
          apiKey: undefined,
          model: raw.AI_MODEL ?? (sandbox ? 'sandbox-writer' : undefined),
        },
    systemMail: {
      smtpUrl: raw.SYSTEM_SMTP_URL,
      from: raw.SYSTEM_MAIL_FROM ?? 'Coldframe <no-reply@localhost>',
    },
    supportChatUrl: raw.SUPPORT_CHAT_URL,
    trackerUrl: raw.TRACKER_URL,
    dnsServer: raw.DNS_SERVER,
    maxMailboxesPerUser: raw.MAX_MAILBOXES_PER_USER ?? DEFAULT_MAX_MAILBOXES,
    logLevel: raw.LOG_LEVEL ?? 'info',
    logTime: raw.LOG_TIME ?? 'epoch',
    logAccounts: raw.LOG_ACCOUNTS ?? 'hashed',
    metricsToken: raw.METRICS_TOKEN,
    keepDays: Object.fromEntries(
      RETENTION_NAMES.map((name) => {
        const { variable, days } = RETENTION_KINDS[name]
        return [name, raw[variable] ?? days]
      }),
    ) as KeepDays,
    allowPrivateHosts: raw.ALLOW_PRIVATE_HOSTS ? raw.ALLOW_PRIVATE_HOSTS === 'on' : sandbox,
  }
}
