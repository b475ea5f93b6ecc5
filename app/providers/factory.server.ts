import type { Env } from '../env.server'
import { createOpenAiProvider } from './ai/openai'
import type { AiProvider } from './ai/types'
import { createDomainNames } from './dns/domain-check'
import type { DomainNames } from './dns/types'
import { createGoogleOAuth, type GoogleOAuth, type GoogleOAuthConfig } from './google/oauth'
import { createApolloDatabase } from './leads/apollo'
import type { LeadDatabase } from './leads/types'
import { type MailDeps, mailDeps } from './mail/deps'
import { createGmailProvider } from './mail/gmail/gmail'
import { createMicrosoftProvider, type MicrosoftProviderOptions } from './mail/microsoft/microsoft'
import { createSmtpPools } from './mail/smtp/pools'
import { createSmtpProvider } from './mail/smtp/smtp'
import { verifyMailbox } from './mail/smtp/verify'
import type { MailProvider, SmtpConfig, VerifyResult } from './mail/types'
import { createMicrosoftOAuth, type MicrosoftOAuth } from './microsoft/oauth'
import type { OAuthTokens } from './net/oauth'
import { createWebLinks } from './web/links'
import type { WebhookSender, WebLinks } from './web/types'
import { createWebhookSender } from './web/webhooks'

/** The path that Google redirects the browser to, by purpose. */
const GOOGLE_CALLBACKS = {
  mailbox: '/api/gmail/callback',
  workspace: '/api/auth/google/callback',
} as const
export type GooglePurpose = keyof typeof GOOGLE_CALLBACKS

/** The path that Microsoft redirects the browser to. */
const MICROSOFT_CALLBACK = '/api/microsoft/callback'

interface GmailCredentials {
  tokens: OAuthTokens
  onTokens(tokens: OAuthTokens): Promise<void>
}

/** The external services, configured from the environment. Only this file knows their addresses. */
export interface Providers {
  /** Null if no Google project is set up. */
  google(purpose: GooglePurpose): GoogleOAuth | null
  /** @throws Error if no Google project is set up */
  gmail(credentials: GmailCredentials): MailProvider
  /** Null if no application is registered at Microsoft. */
  microsoft: MicrosoftOAuth | null
  /** @throws Error if no application is registered at Microsoft */
  microsoftMailbox(credentials: Pick<MicrosoftProviderOptions, 'tokens' | 'renew'>): MailProvider
  /** A mailbox over SMTP/IMAP. Mailboxes with the same settings share its connections, which outlive its `close()`. */
  smtp(config: SmtpConfig): MailProvider
  /** Logs in to the SMTP server and, if configured, the IMAP server; sends and changes nothing. */
  verifySmtp(config: SmtpConfig, signal: AbortSignal): Promise<VerifyResult>
  /** The text generator; null if none is set up. */
  ai: AiProvider | null
  /** The lead database, with a user's own key. */
  leads(apiKey: string): LeadDatabase
  /** The DNS records of sending domains. */
  domains: DomainNames
  /** The web pages that links in emails lead to. */
  links: WebLinks
  /** Posts events to the servers that users enter. */
  webhooks: WebhookSender
  /** Closes all pooled connections. */
  close(): Promise<void>
}

/** @param mail overrides for tests, and the mail providers' clock (default: the system's) */
export function createProviders(env: Env, mail: Partial<MailDeps> = {}): Providers {
  const deps = mailDeps({ allowPrivateHosts: env.allowPrivateHosts, ...mail })
  const pools = createSmtpPools(deps)
  const webhooks = createWebhookSender(deps.network)
  const config = (purpose: GooglePurpose): GoogleOAuthConfig | null =>
    env.google && { ...env.google, redirectUri: env.appUrl + GOOGLE_CALLBACKS[purpose] }
  const microsoft = env.microsoft && { ...env.microsoft, redirectUri: env.appUrl + MICROSOFT_CALLBACK }
  return {
    google(purpose) {
      const found = config(purpose)
      return found && createGoogleOAuth(found)
    },
    gmail(credentials) {
      const oauth = config('mailbox')
      if (!oauth) throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set')
      return createGmailProvider({ ...credentials, oauth })
    },
    microsoft: microsoft && createMicrosoftOAuth(microsoft),
    microsoftMailbox(credentials) {
      if (!microsoft) throw new Error('MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET are not set')
      return createMicrosoftProvider({ ...credentials, config: microsoft })
    },
    smtp: (settings) => createSmtpProvider(settings, pools, deps),
    verifySmtp: (settings, signal) => verifyMailbox(settings, deps, signal),
    ai:
      env.ai.baseUrl && env.ai.model
        ? createOpenAiProvider({ baseUrl: env.ai.baseUrl, apiKey: env.ai.apiKey, model: env.ai.model })
        : null,
    leads: (apiKey) => createApolloDatabase({ baseUrl: env.apolloBaseUrl, apiKey }),
    domains: createDomainNames(env.dnsServer),
    links: createWebLinks(deps.network),
    webhooks,
    async close() {
      webhooks.close()
      await pools.close()
    },
  }
}
