import type { mailAccounts } from '#drizzle/schema'
import { type Env, isLoopback } from '~/env.server'

/** The settings that say where links in mails lead, and where mails go. */
export type LinkSettings = Pick<Env, 'appUrl' | 'appIsLoopback' | 'google'>

/**
 * Whether who reads a mailbox's mails can follow our links. While APP_URL is an address of this machine only, that is so
 * for mail servers on this machine alone, the sandbox's among them (design section 5).
 */
export function linksLeadSomewhere(
  { appIsLoopback, google }: LinkSettings,
  { provider, smtpHost }: Pick<typeof mailAccounts.$inferSelect, 'provider' | 'smtpHost'>,
): boolean {
  if (!appIsLoopback) return true
  if (provider === 'smtp') return smtpHost !== null && isLoopback(smtpHost)
  return !!google?.apiBaseUrl && isLoopback(new URL(google.apiBaseUrl).hostname)
}

/** Said wherever such a mailbox is shown or chosen. */
export const LINKS_LEAD_NOWHERE =
  'This mailbox does not send while APP_URL is an address of this machine only: unsubscribe links in its mails would lead nowhere.'
