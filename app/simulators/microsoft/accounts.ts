import { eq } from 'drizzle-orm'
import { sandboxMicrosoftAccounts } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { nameOf } from '../accounts'

export type MicrosoftAccount = typeof sandboxMicrosoftAccounts.$inferSelect

/** Domains of personal accounts, which have no organization. */
const PERSONAL = /@(outlook|hotmail|live|msn)\.[a-z.]+$/

/** Whether an account belongs to a person, not to an organization. */
const isPersonal = ({ email }: { email: string }): boolean => PERSONAL.test(email)

/** The account of an address, created on first use; one of an organization has an alias. */
export async function ensureAccount(db: Db, address: string, now: Date): Promise<MicrosoftAccount> {
  const email = address.trim().toLowerCase()
  const [local, domain] = email.split('@')
  const aliases = isPersonal({ email }) ? [] : [`${local}.team@${domain}`]
  await db
    .insert(sandboxMicrosoftAccounts)
    .values({ email, name: nameOf(email), aliases, createdAt: now })
    .onConflictDoNothing()
  const [account] = await db
    .select()
    .from(sandboxMicrosoftAccounts)
    .where(eq(sandboxMicrosoftAccounts.email, email))
  return account!
}

/**
 * `GET /me`: a personal account has no `mail`, and does not know `proxyAddresses` (learn.microsoft.com/graph/api/user-get; the second is
 * unverified).
 */
export function showAccount(account: MicrosoftAccount) {
  const { id, email, name, aliases } = account
  return isPersonal(account)
    ? { id, displayName: name, mail: null, userPrincipalName: email }
    : {
        ...{ id, displayName: name, mail: email, userPrincipalName: email },
        proxyAddresses: [`SMTP:${email}`, ...aliases.map((alias) => `smtp:${alias}`)],
      }
}
