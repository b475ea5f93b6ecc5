import type { Env } from '../env.server'
import {
  createGoogleOAuth,
  type GoogleOAuth,
  type GoogleOAuthConfig,
  type GoogleTokens,
} from './google/oauth'
import { createGmailProvider } from './mail/gmail'
import type { MailProvider } from './mail/types'

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
}

export function createProviders(env: Env): Providers {
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
  }
}
