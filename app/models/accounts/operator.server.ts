import { asc, eq, sql } from 'drizzle-orm'
import { passwordResetTokens, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import type { Registration } from './account'
import { createUser, setPassword } from './account.server'
import { recordSecurityEvent } from './keys/security-log.server'
import { hashChosenPassword } from './password.server'
import type { SessionUser } from './session.server'

/** The origin of operator actions in the security log. */
export const COMMAND_LINE = 'the command line of the server'

/** Creates an account for somebody else, which its security log records. @throws AppError CONFLICT for an address that is taken */
export function createUserAsOperator(db: Db, input: Registration): Promise<SessionUser> {
  return db.transaction(async (tx) => {
    const user = await createUser(tx, input)
    await recordSecurityEvent(tx, user.id, {
      kind: 'operator_created_account',
      subject: user.email,
      address: COMMAND_LINE,
    })
    return user
  })
}

/**
 * Sets a new password, ends all sessions and revokes reset links, which the user's security log records.
 * @param revokeKeys whether the API keys end, too @returns how many of them ended
 * @throws AppError NOT_FOUND; INVALID for a common password
 */
export async function resetPasswordAsOperator(
  db: Db,
  email: string,
  password: string,
  revokeKeys: boolean,
): Promise<number> {
  const hashed = await hashChosenPassword(password, 'newPassword')
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
      .for('update')
    if (!user) notFound(`No account has the address ${email}`)
    await tx.update(passwordResetTokens).set({ used: true }).where(eq(passwordResetTokens.userId, user.id))
    const revoked = await setPassword(tx, user.id, hashed, { revokeKeys, address: COMMAND_LINE })
    await recordSecurityEvent(tx, user.id, {
      kind: 'operator_reset_password',
      subject: user.email,
      address: COMMAND_LINE,
    })
    return revoked
  })
}

/** The account with an address. @throws AppError NOT_FOUND */
export async function findUser(db: Db, email: string): Promise<{ id: string }> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return user ?? notFound(`No account has the address ${email}`)
}

export interface UserRow extends Record<string, unknown> {
  email: string
  name: string
  timezone: string
  createdAt: Date
  mailboxes: number
  sequencesRunning: number
}

/** All users, oldest first: for the operator only. */
export async function listUsers(db: Db): Promise<UserRow[]> {
  return db
    .select({
      email: users.email,
      name: users.fullName,
      timezone: users.timezone,
      createdAt: users.createdAt,
      mailboxes: sql<number>`(select count(*)::int from mail_accounts m where m.user_id = ${users.id})`,
      sequencesRunning: sql<number>`(select count(*)::int from sequences q where q.user_id = ${users.id} and q.status = 'running')`,
    })
    .from(users)
    .orderBy(asc(users.createdAt), asc(users.id))
}
