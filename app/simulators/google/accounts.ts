import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { sandboxGoogleAccounts, sandboxGoogleSendAs } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { nameOf } from '../accounts'

export type GoogleAccount = typeof sandboxGoogleAccounts.$inferSelect

/** History ids start high, so that an invented small cursor is as invalid here as at Google. */
const FIRST_HISTORY_ID = 100_000

/** The account of an address, created on first use with a verified and a pending alias. */
export async function ensureAccount(db: Db, address: string, now: Date): Promise<GoogleAccount> {
  const email = address.trim().toLowerCase()
  const [known] = await findByEmail(db, email)
  if (known) return known
  const name = nameOf(email)
  await db.transaction(async (tx) => {
    const sub = subOf(email)
    const account = { sub, email, name, historyId: FIRST_HISTORY_ID, unitsSince: now, createdAt: now }
    const [made] = await tx.insert(sandboxGoogleAccounts).values(account).onConflictDoNothing().returning()
    if (!made) return
    const [local, domain] = email.split('@')
    const alias = { accountSub: sub, signature: '', isPrimary: false, isDefault: false }
    await tx.insert(sandboxGoogleSendAs).values([
      {
        ...alias,
        sendAsEmail: email,
        displayName: '', // as Google answers for the primary address: the account's own name is used
        isPrimary: true,
        isDefault: true,
        verificationStatus: 'accepted',
      },
      {
        ...alias,
        sendAsEmail: `${local}.team@${domain}`,
        displayName: `${name} (team)`,
        verificationStatus: 'accepted',
      },
      {
        ...alias,
        sendAsEmail: `${local}.sales@${domain}`,
        displayName: `${name} (sales)`,
        verificationStatus: 'pending',
      },
    ])
  })
  return (await findByEmail(db, email))[0]!
}

const findByEmail = (db: Db, email: string) =>
  db.select().from(sandboxGoogleAccounts).where(eq(sandboxGoogleAccounts.email, email))

/** Google's account ids have 21 digits; ours derive from the address. */
function subOf(email: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(email).digest('hex')}`) % 10n ** 20n
  return `1${digits.toString().padStart(20, '0')}`
}
