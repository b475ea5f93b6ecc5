import { verify } from '@node-rs/argon2'
import { and, eq, gt, sql } from 'drizzle-orm'
import { passwordResetTokens, users } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError, invalid } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { hashToken, newToken } from '~/secrets.server'
import type { ChangePassword, Login, Registration, ResetPassword } from './account'
import type { Key } from './keys/key'
import { listKeys, revokeAllKeys } from './keys/keys.server'
import { hashChosenPassword, hashPassword } from './password.server'
import { type Limit, requirePoints, returnPoint, spendPoints, takePoint } from './rate-limit.server'
import { createSession, endOtherSessions, type SessionUser } from './session.server'

const MINUTE = 60
const RESET_LINK_MINUTES = 15
const TOO_MANY = 'Too many attempts. Please try again later.'

/** The caller's address, and the accounts that this device has signed in to before. */
export interface Caller {
  address: string
  /** From the device's signed cookie. */
  device?: { deviceId: string; userIds: string[] }
}

const sessionUser = { id: users.id, email: users.email, fullName: users.fullName, timezone: users.timezone }

/** Verified for unknown addresses, so that the response takes as long as for known ones. */
const dummyHash = hashPassword(newToken())

/** Creates an account. @throws AppError CONFLICT for an address that is taken; INVALID for a common password */
export const createUser = async (db: Db, input: Registration): Promise<SessionUser> =>
  insertUser(db, input, await hashChosenPassword(input.password, 'password'))

/** As `createUser`, with the password hashed. @param confirmationHash that of a token, if the address is still to be confirmed */
export async function insertUser(
  db: Db,
  { email, fullName, timezone = 'UTC' }: Registration,
  password: string,
  confirmationHash: string | null = null,
): Promise<SessionUser> {
  try {
    const [user] = await db
      .insert(users)
      .values({ email, password, fullName, timezone, confirmationHash })
      .returning(sessionUser)
    return user!
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error
    throw new AppError('CONFLICT', 'An account with this email address already exists', { field: 'email' })
  }
}

/** Sets a password and ends all sessions of a user. @param revokeKeys whether its API keys end, too @returns how many of them ended */
export async function setPassword(
  tx: Db,
  userId: string,
  hashed: string,
  { revokeKeys, address }: { revokeKeys: boolean; address: string },
): Promise<number> {
  await tx.update(users).set({ password: hashed }).where(eq(users.id, userId))
  await endOtherSessions(tx, userId)
  return revokeKeys ? revokeAllKeys(tx, userId, address) : 0
}

/**
 * Verifies an email address and a password. In 15 minutes an account allows 10 failures. After 100 failures from one IP address each account
 * allows 3 from there, so that others behind it can still sign in, and after 1,000 none. A device that signed in to the account before has
 * its own limit, so that an attack does not lock out the owner.
 * @throws AppError UNAUTHENTICATED; TOO_MANY_REQUESTS with the wait
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
    points: 1000,
    windowSeconds: 15 * MINUTE,
  }
  const perBoth: Limit = {
    key: `login:both:${hashToken(`${email.toLowerCase()} ${caller.address}`)}`,
    points: 3,
    windowSeconds: 15 * MINUTE,
  }
  await requirePoints(db, [perAccount], TOO_MANY)
  let isSuspect = false
  if (!known) {
    const { remaining, resetSeconds } = await spendPoints(db, perAddress, 1)
    if (remaining < 0) throw new AppError('TOO_MANY_REQUESTS', TOO_MANY, { retryAfter: resetSeconds })
    isSuspect = remaining < perAddress.points - 100
    if (isSuspect) await requirePoints(db, [perBoth], TOO_MANY)
  }
  const isCorrect = await verify(found?.password ?? (await dummyHash), password)
  if (!found || !isCorrect) throw new AppError('UNAUTHENTICATED', 'Invalid email or password')
  await returnPoint(db, perAccount.key)
  if (!known) await returnPoint(db, perAddress.key)
  if (isSuspect) await returnPoint(db, perBoth.key)
  const { password: _, ...user } = found
  return user
}

/**
 * Requests a reset link. Responds the same for known and unknown addresses, because a job looks up the user. Sends at most 3 emails per
 * hour and address; further requests do nothing.
 */
export async function requestPasswordReset(db: Db, email: string, caller: Caller): Promise<void> {
  const perCaller: Limit = {
    key: `forgot:address:${caller.address}`,
    points: 100,
    windowSeconds: 15 * MINUTE,
  }
  await requirePoints(db, [perCaller], TOO_MANY)
  const perEmail: Limit = {
    key: `forgot:email:${hashToken(email.toLowerCase())}`,
    points: 3,
    windowSeconds: 60 * MINUTE,
  }
  if ((await takePoint(db, perEmail)) === 0) await enqueue(db, 'send-reset-link', { email })
}

/**
 * Creates a reset token for an address and revokes older ones. Only its hash is stored.
 * @param now by the Clock @returns null for an unknown address
 */
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

/** Whether a reset token can still be used. By mail time, which the sandbox can move, and by PostgreSQL's clock, which never goes back. */
const isValidToken = (token: string, now: Date) =>
  and(
    eq(passwordResetTokens.tokenHash, hashToken(token)),
    eq(passwordResetTokens.used, false),
    gt(passwordResetTokens.expiresAt, now),
    sql`${passwordResetTokens.createdAt} > now() - make_interval(mins => ${RESET_LINK_MINUTES})`,
  )

/** The API keys of the account whose password a reset token sets; none for an invalid one. */
export async function listKeysOfToken(db: Db, token: string, now: Date): Promise<Key[]> {
  const [found] = await db
    .select({ userId: passwordResetTokens.userId })
    .from(passwordResetTokens)
    .where(isValidToken(token.slice(0, 200), now))
  return found ? listKeys(db, found.userId) : []
}

/**
 * Sets a new password with a reset token, which is consumed, and ends all sessions, and the API keys if that is asked for.
 * @returns how many keys ended @throws AppError INVALID, also for a common password
 */
export async function resetPassword(
  db: Db,
  { token, newPassword, revokeKeys }: ResetPassword,
  caller: Caller,
  now: Date,
): Promise<number> {
  const perCaller: Limit = { key: `reset:address:${caller.address}`, points: 100, windowSeconds: 15 * MINUTE }
  await requirePoints(db, [perCaller], TOO_MANY)
  const password = await hashChosenPassword(newPassword, 'newPassword')
  return db.transaction(async (tx) => {
    const [used] = await tx
      .update(passwordResetTokens)
      .set({ used: true })
      .where(isValidToken(token, now))
      .returning({ userId: passwordResetTokens.userId })
    if (!used) invalid('This password reset link is invalid or has expired. Please request a new one.')
    // The link came to the address of the account.
    await tx.update(users).set({ confirmationHash: null }).where(eq(users.id, used.userId))
    return setPassword(tx, used.userId, password, { revokeKeys, address: caller.address })
  })
}

/**
 * Changes the password of a signed-in user, ends all sessions, and the API keys if that is asked for, and starts a new session.
 * @returns the token of the new session, and how many keys ended
 * @throws AppError UNAUTHENTICATED when the current password is wrong (10 guesses in 15 minutes); INVALID for a common one
 */
export async function changePassword(
  db: Db,
  userId: string,
  input: ChangePassword,
  address: string,
): Promise<{ token: string; revoked: number }> {
  const limit: Limit = { key: `change-password:${userId}`, points: 10, windowSeconds: 15 * MINUTE }
  await requirePoints(db, [limit], TOO_MANY)
  const [user] = await db.select({ password: users.password }).from(users).where(eq(users.id, userId))
  if (!user || !(await verify(user.password, input.currentPassword))) {
    throw new AppError('UNAUTHENTICATED', 'Current password is incorrect', { field: 'currentPassword' })
  }
  await returnPoint(db, limit.key)
  const password = await hashChosenPassword(input.newPassword, 'newPassword')
  return db.transaction(async (tx) => {
    // Compare and set: of two concurrent changes, only one succeeds.
    const changed = await tx
      .update(users)
      .set({ password })
      .where(and(eq(users.id, userId), eq(users.password, user.password)))
      .returning({ id: users.id })
    if (changed.length === 0)
      throw new AppError('CONFLICT', 'The password was changed in the meantime. Please try again.')
    await endOtherSessions(tx, userId)
    const revoked = input.revokeKeys ? await revokeAllKeys(tx, userId, address) : 0
    return { token: await createSession(tx, userId), revoked }
  })
}
