import type { OAuth2ClientOptions } from 'google-auth-library'
import { GMAIL_WORK } from '~/providers/net/budget'

/** The addresses that the product calls at Google, or at its simulator. */
export interface GoogleHosts {
  auth: string
  token: string
  revoke: string
  userinfo: string
  /** Root of the Gmail API; ends with a slash. */
  gmail: string
}

/** Google's own hosts, unless base URLs override them. */
export function googleHosts(bases: { authBaseUrl?: string; apiBaseUrl?: string }): GoogleHosts {
  const auth = bases.authBaseUrl?.replace(/(?<!\/)\/+$/, '')
  const api = bases.apiBaseUrl?.replace(/(?<!\/)\/+$/, '')
  return {
    auth: `${auth ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${api ?? 'https://oauth2.googleapis.com'}/token`,
    revoke: `${api ?? 'https://oauth2.googleapis.com'}/revoke`,
    userinfo: `${api ?? 'https://openidconnect.googleapis.com'}/v1/userinfo`,
    gmail: `${api ?? 'https://gmail.googleapis.com'}/`,
  }
}

/** One attempt per call: the caller, not the library, decides what a failure means and when to retry. */
export const transporterOptions = (timeoutMs: number): OAuth2ClientOptions['transporterOptions'] => ({
  timeout: timeoutMs,
  size: GMAIL_WORK.bytes,
  retryConfig: { retry: 0 },
  noProxy: ['localhost', '127.0.0.1', '[::1]'],
})
