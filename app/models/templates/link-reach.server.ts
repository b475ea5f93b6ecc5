import type { mailAccounts } from '#drizzle/schema'
import { type Env, isLoopback } from '~/env.server'
import { MAILBOX_KINDS } from '~/models/shared/mailboxes/kinds'

/** The settings that determine where links in emails lead. */
export type LinkSettings = Pick<Env, 'appUrl' | 'appIsLoopback' | 'google' | 'microsoft'>

/**
 * Whether recipients of a mailbox's emails can open our links. While APP_URL is a loopback address, that is true only for mail
 * servers on this machine, including the sandbox.
 */
export function areLinksReachable(
  env: LinkSettings,
  box: Pick<typeof mailAccounts.$inferSelect, 'provider' | 'smtpHost'>,
): boolean {
  if (!env.appIsLoopback) return true
  const host = MAILBOX_KINDS[box.provider].host(box, env)
  return host !== null && isLoopback(host)
}

/** Shown wherever such a mailbox is shown or selected. */
export const LINKS_UNREACHABLE =
  'This mailbox does not send while APP_URL is a loopback address: unsubscribe links in its emails would not work.'
