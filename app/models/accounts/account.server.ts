import { hash, verify } from '@node-rs/argon2'
import { and, eq, gt, sql } from 'drizzle-orm'
import { passwordResetTokens, users } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError, invalid } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { hashToken, newToken } from '~/secrets.server'
import type { ChangePassword, Login, Registration, ResetPassword } from './account'
import { type Limit, requirePoints, returnPoint, takePoint } from './rate-limit.server'
import { createSession, endOtherSessions, type SessionUser } from './session.server'

const MINUTE = 60
const RESET_LINK_MINUTES = 15

/** Who asks: where from, and whether this device signed in to that account before. */
export interface Caller {
  address: string
  /** This device and the accounts that it has signed in to, from its signed cookie. */
  device?: { deviceId: string; userIds: string[] }
}

const sessionUser = { id: users.id, email: users.email, fullName: users.fullName, timezone: users.timezone }

/** Argon2id, 19 MiB, 2 passes (OWASP password storage). */
const hashPassword = (password: string) => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Compared against when nobody has the address, so that both answers take as long. */
const nobody = hashPassword(newToken())

/**
 * Makes an account. @throws AppError CONFLICT for a taken address; asking for taken ones again and again from one
 * address is slowed (TOO_MANY_REQUESTS), signing up is not.
 */
export async function register(db: Db, input: Registration, caller: Caller): Promise<SessionUser> {
  const password = await hashPassword(input.password)
  try {
    const [user] = await db
      .insert(users)
      .values({ email: input.email, password, fullName: input.fullName, timezone: input.timezone ?? 'UTC' })
      .returning(sessionUser)
    return user!
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error
    const limit = { key: `register:taken:${caller.address}`, points: 10, windowSeconds: 15 * MINUTE }
    await requirePoints(db, [limit], 'Too many attempts. Please try again later.')
    throw new AppError('CONFLICT', 'An account with this email address already exists', { field: 'email' })
  }
}

/**
 * Checks an address and a password. Guesses are counted per account (10 in 15 minutes) and per caller's address
 * (100); a device that signed in to the account before has a count of its own, so an attack does not lock its owner out.
 * @throws AppError UNAUTHENTICATED, or TOO_MANY_REQUESTS with the wait
 */
export async function verifyLogin(db: Db, { email, password }: Login, caller: Caller): Promise<SessionUser> {
  const [found] = await db
    .select({ ...sessionUser, password: users.password })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  const known = found && caller.device?.userIds.includes(found.id) ? caller.device.deviceId : null
  const perAccount: Limit = {
    key: known ? `login:device:${known}:${found!.id}` : `login:account:${hashToken(email.toLowerCase())}`,
    points: 10,
    windowSeconds: 15 * MINUTE,
  }
  const perAddress: Limit = {
    key: `login:address:${caller.address}`,
    points: 100,
    windowSeconds: 15 * MINUTE,
  }
  await requirePoints(
    db,
    known ? [perAccount] : [perAccount, perAddress],
    'Too many attempts. Please try again later.',
  )
  const right = await verify(found?.password ?? (await nobody), password)
  if (!found || !right) throw new AppError('UNAUTHENTICATED', 'Invalid email or password')
  await returnPoint(db, perAccount.key)
  if (!known) await returnPoint(db, perAddress.key)
  const { password: _, ...user } = found
  return user
}

/**
 * Asks for a reset link. Answers alike for known and unknown addresses: the look-up is the job's. At most 3 mails an
 * hour and address; more asks do nothing.
 */
export async function requestPasswordReset(db: Db, email: string, caller: Caller): Promise<void> {
  const perCaller: Limit = {
    key: `forgot:address:${caller.address}`,
    points: 100,
    windowSeconds: 15 * MINUTE,
  }
  await requirePoints(db, [perCaller], 'Too many attempts. Please try again later.')
  const perEmail: Limit = {
    key: `forgot:email:${hashToken(email.toLowerCase())}`,
    points: 3,
    windowSeconds: 60 * MINUTE,
  }
  if ((await takePoint(db, perEmail)) === 0) await enqueue(db, 'send-reset-link', { email })
}

/** Makes a reset token for an address and voids older ones; null for an unknown address. The token is shown only here. @param now by the Clock */
export async function createResetToken(
  db: Db,
  email: string,
  now: Date,
): Promise<{ token: string; user: SessionUser } | null> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select(sessionUser)
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
      .for('update')
    if (!user) return null
    await tx.update(passwordResetTokens).set({ used: true }).where(eq(passwordResetTokens.userId, user.id))
    const token = newToken()
    await tx.insert(passwordResetTokens).values({
      userId: user.id,
      tokenHash: hashToken(token),
      expiresAt: new Date(now.getTime() + RESET_LINK_MINUTES * 60_000),
    })
    return { token, user }
  })
}

/** Sets a new password by a reset token, which is then used up, and ends every session. @throws AppError INVALID */
export async function resetPassword(
  db: Db,
  { token, newPassword }: ResetPassword,
  caller: Caller,
  now: Date,
): Promise<void> {
  const perCaller: Limit = { key: `reset:address:${caller.address}`, points: 100, windowSeconds: 15 * MINUTE }
  await requirePoints(db, [perCaller], 'Too many attempts. Please try again later.')
  const password = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    const [used] = await tx
      .update(passwordResetTokens)
      .set({ used: true })
      .where(
        and(
          eq(passwordResetTokens.tokenHash, hashToken(token)),
          eq(passwordResetTokens.used, false),
          // By the clock of emails, which the sandbox moves, and by PostgreSQL's, which never goes back.
          gt(passwordResetTokens.expiresAt, now),
          sql`${passwordResetTokens.createdAt} > now() - make_interval(mins => ${RESET_LINK_MINUTES})`,
        ),
      )
      .returning({ userId: passwordResetTokens.userId })
    if (!used) invalid('This password reset link is invalid or has expired. Please request a new one.')
    await tx.update(users).set({ password }).where(eq(users.id, used.userId))
    await endOtherSessions(tx, used.userId)
  })
}

/**
 * Changes the password of a signed-in user, ends their other sessions and gives this one a new id.
 * @returns the token of the new session
 * @throws AppError UNAUTHENTICATED when the current password is wrong (10 guesses in 15 minutes)
 */
export async function changePassword(db: Db, userId: string, input: ChangePassword): Promise<string> {
  const limit: Limit = { key: `change-password:${userId}`, points: 10, windowSeconds: 15 * MINUTE }
  await requirePoints(db, [limit], 'Too many attempts. Please try again later.')
  const [user] = await db.select({ password: users.password }).from(users).where(eq(users.id, userId))
  if (!user || !(await verify(user.password, input.currentPassword))) {
    throw new AppError('UNAUTHENTICATED', 'Current password is incorrect', { field: 'currentPassword' })
  }
  await returnPoint(db, limit.key)
  const password = await hashPassword(input.newPassword)
  return db.transaction(async (tx) => {
    // Compare-and-set: of two changes at once, one wins and the other must know the new password.
    const changed = await tx
      .update(users)
      .set({ password })
      .where(and(eq(users.id, userId), eq(users.password, user.password)))
      .returning({ id: users.id })
    if (changed.length === 0)
      throw new AppError('CONFLICT', 'The password was changed just now; please try again')
    await endOtherSessions(tx, userId)
    return createSession(tx, userId)
  })
}
