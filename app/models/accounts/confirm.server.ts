import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { hashToken, newToken } from '~/secrets.server'
import { requirePoints } from './rate-limit.server'

/**
 * People who sign up show that the address is theirs before they connect a mailbox: they open the link in an email (docs/decisions/0113). An
 * account without a token is confirmed.
 */

const HOUR = 60 * 60

/** Emails the link once more. Earlier ones end. @throws AppError TOO_MANY_REQUESTS after 3 in an hour */
export async function requestConfirmation(db: Db, userId: string): Promise<void> {
  await requirePoints(
    db,
    [{ key: `confirm:${userId}`, points: 3, windowSeconds: HOUR }],
    'The email was sent several times. Look in your spam folder, or try again later.',
  )
  await enqueue(db, 'send-confirmation', { userId })
}

/** Makes the token of a new link. Only its hash is stored. @returns null if the address is confirmed, or the account is gone */
export async function createConfirmation(
  db: Db,
  userId: string,
): Promise<{ token: string; email: string; fullName: string } | null> {
  const token = newToken()
  const [user] = await db
    .update(users)
    .set({ confirmationHash: hashToken(token) })
    .where(and(eq(users.id, userId), isNotNull(users.confirmationHash)))
    .returning({ email: users.email, fullName: users.fullName })
  return user ? { token, ...user } : null
}

/** Confirms the address of the account that a link belongs to. @returns the address @throws AppError INVALID for another token */
export async function confirmAddress(db: Db, token: string, address: string): Promise<string> {
  await requirePoints(
    db,
    [{ key: `confirm:address:${address}`, points: 100, windowSeconds: HOUR / 4 }],
    'Too many attempts. Please try again later.',
  )
  const [user] = await db
    .update(users)
    .set({ confirmationHash: null })
    .where(eq(users.confirmationHash, hashToken(token)))
    .returning({ email: users.email })
  if (!user)
    invalid(
      'This link is invalid or was used. If your address is not confirmed yet, log in and choose “Send it again”.',
    )
  return user.email
}

/** Confirms the address of an account for the operator. */
export async function confirmAsOperator(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ confirmationHash: null }).where(eq(users.id, userId))
}

/** Whether an account has still to confirm its address. */
export async function isUnconfirmed(db: Db, userId: string): Promise<boolean> {
  const [user] = await db.select({ hash: users.confirmationHash }).from(users).where(eq(users.id, userId))
  return Boolean(user?.hash)
}

/** @throws AppError FORBIDDEN while the address of the account is not confirmed */
export async function requireConfirmed(db: Db, userId: string): Promise<void> {
  if (await isUnconfirmed(db, userId))
    throw new AppError(
      'FORBIDDEN',
      'Confirm your email address first: open the link in the email that you got when you signed up.',
    )
}
