import { asc, eq, sql } from 'drizzle-orm'
import { passwordResetTokens, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import type { Registration } from './account'
import { createUser, hashPassword, setPassword } from './account.server'
import { recordSecurityEvent } from './keys/security-log.server'
import type { SessionUser } from './session.server'

/** The origin of operator actions in the security log. */
const COMMAND_LINE = 'the command line of the server'

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
 * Sets a new password, ends all sessions and revokes reset links, which the user's security log records. API keys stay valid.
 * @throws AppError NOT_FOUND
 */
export async function resetPasswordAsOperator(db: Db, email: string, password: string): Promise<void> {
  const hashed = await hashPassword(password)
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
      .for('update')
    if (!user) notFound(`No account has the address ${email}`)
    await tx.update(passwordResetTokens).set({ used: true }).where(eq(passwordResetTokens.userId, user.id))
    await setPassword(tx, user.id, hashed)
    await recordSecurityEvent(tx, user.id, {
      kind: 'operator_reset_password',
      subject: user.email,
      address: COMMAND_LINE,
    })
  })
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
