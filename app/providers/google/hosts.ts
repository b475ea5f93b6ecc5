import type { OAuth2ClientOptions } from 'google-auth-library'
import { GMAIL_WORK } from '~/providers/net/budget'

/** The addresses that the product calls at Google, or at what stands in for it. */
export interface GoogleHosts {
  auth: string
  token: string
  revoke: string
  userinfo: string
  /** Root of the Gmail API; ends with a slash. */
  gmail: string
}

/** Google's own hosts, unless base URLs lead elsewhere. */
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

/** One try per call: what a failure means and when to try again is decided by the caller, not by the library. */
export const transporterOptions = (timeoutMs: number): OAuth2ClientOptions['transporterOptions'] => ({
  timeout: timeoutMs,
  size: GMAIL_WORK.bytes,
  retryConfig: { retry: 0 },
  noProxy: ['localhost', '127.0.0.1', '[::1]'],
})
