import type { Env } from '../env.server'
import { createOpenAiProvider } from './ai/openai'
import type { AiProvider } from './ai/types'
import { createDomainNames } from './dns/domain-check'
import type { DomainNames } from './dns/types'
import {
  createGoogleOAuth,
  type GoogleOAuth,
  type GoogleOAuthConfig,
  type GoogleTokens,
} from './google/oauth'
import { createApolloDatabase } from './leads/apollo'
import type { LeadDatabase } from './leads/types'
import { type MailDeps, mailDeps } from './mail/deps'
import { createGmailProvider } from './mail/gmail/gmail'
import { createSmtpPools } from './mail/smtp/pools'
import { createSmtpProvider } from './mail/smtp/smtp'
import { verifyMailbox } from './mail/smtp/verify'
import type { MailProvider, SmtpConfig, VerifyResult } from './mail/types'

/** Where Google sends the browser back to, per purpose. */
export const GOOGLE_CALLBACKS = {
  mailbox: '/api/gmail/callback',
  workspace: '/api/auth/google/callback',
} as const
export type GooglePurpose = keyof typeof GOOGLE_CALLBACKS

export interface GmailCredentials {
  tokens: GoogleTokens
  onTokens(tokens: GoogleTokens): Promise<void>
}

/** The outside services, wired to the settings: the one place that knows which address each of them has. */
export interface Providers {
  /** Null while no Google project is set up. */
  google(purpose: GooglePurpose): GoogleOAuth | null
  /** @throws Error when no Google project is set up */
  gmail(credentials: GmailCredentials): MailProvider
  /** A mailbox over SMTP/IMAP. Its connections are shared with others of the same settings and outlive its `close()`. */
  smtp(config: SmtpConfig): MailProvider
  /** Logs in for real, at the SMTP server and (where given) the IMAP server; sends and changes nothing. */
  verifySmtp(config: SmtpConfig, signal: AbortSignal): Promise<VerifyResult>
  /** The text generator; null while none is set up. */
  ai: AiProvider | null
  /** The lead database, behind a user's own key. */
  leads(apiKey: string): LeadDatabase
  /** What the names of sending domains say. */
  domains: DomainNames
  /** Ends all kept connections. */
  close(): Promise<void>
}

/** @param mail the mail providers' clock (the system's unless given), and what tests replace */
export function createProviders(env: Env, mail: Partial<MailDeps> = {}): Providers {
  const deps = mailDeps({ allowPrivateHosts: env.allowPrivateHosts, ...mail })
  const pools = createSmtpPools(deps)
  const config = (purpose: GooglePurpose): GoogleOAuthConfig | null =>
    env.google && { ...env.google, redirectUri: env.appUrl + GOOGLE_CALLBACKS[purpose] }
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
    smtp: (settings) => createSmtpProvider(settings, pools, deps),
    verifySmtp: (settings, signal) => verifyMailbox(settings, deps, signal),
    ai:
      env.ai.baseUrl && env.ai.model
        ? createOpenAiProvider({ baseUrl: env.ai.baseUrl, apiKey: env.ai.apiKey, model: env.ai.model })
        : null,
    leads: (apiKey) => createApolloDatabase({ baseUrl: env.apolloBaseUrl, apiKey }),
    domains: createDomainNames(env.dnsServer),
    close: () => pools.close(),
  }
}
