import type { App } from '../app'

/** What a caller was refused, as the log says it and deploy/fail2ban reads it. */
export type Refused = 'login failed' | 'key refused' | 'call forbidden'

/**
 * Logs a refused caller. The account is a keyed hash, the same for the same account, unless LOG_ACCOUNTS is plain: logs are kept longer and
 * read by more people than the database.
 * @param account an email address; null if the caller named none
 */
export function traceRefused(app: App, what: Refused, address: string, account: string | null): void {
  const named =
    account && app.env.logAccounts === 'hashed'
      ? app.secrets.addressHash('log', account).slice(0, 16)
      : account
  // The address first: a filter finds it before anything that the caller wrote.
  app.log.warn({ address, account: named }, what)
}
