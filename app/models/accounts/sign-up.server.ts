import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { invitations, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { renderInvitation } from '~/emails/invitation'
import type { Env, SignUpMode } from '~/env.server'
import { AppError, invalid, isAppError } from '~/errors'
import type { SystemMailer } from '~/providers/system-mail.server'
import { hashToken, newToken } from '~/secrets.server'
import type { SignUp } from './account'
import { type Caller, insertUser } from './account.server'
import { requestConfirmation } from './confirm.server'
import { hashChosenPassword } from './password.server'
import { requirePoints } from './rate-limit.server'
import type { SessionUser } from './session.server'

const HOUR = 60 * 60
/** How long an invitation is valid, in days. */
export const INVITATION_DAYS = 7
/** An arbitrary number: of two people who sign up first, the second waits and finds sign-up closed. */
const FIRST_ACCOUNT_LOCK = 4_227_072

const CLOSED = 'New accounts are closed here. Ask the person who runs this installation for one.'
const INVITED_ONLY = 'You need an invitation to create an account here. Open the link in your invitation.'
const INVALID_INVITATION = 'This invitation is invalid, has expired or was used. Ask for a new one.'

/** Whether new accounts confirm their address. Invited people need not: the invitation names it. */
const needsConfirmation = ({ sandbox, systemMail }: Env): boolean =>
  !sandbox && systemMail.smtpUrl !== undefined

/** Who may create an account: what SIGNUP says, else everybody in the sandbox and for the first account, and then nobody. */
export async function signUpMode(db: Db, { signUp, sandbox }: Env): Promise<SignUpMode> {
  if (signUp) return signUp
  if (sandbox) return 'open'
  const [user] = await db.select({ id: users.id }).from(users).limit(1)
  return user ? 'closed' : 'open'
}

/**
 * Creates an account for a visitor, if SIGNUP allows it. Outside the sandbox at most 5 an hour from one address, and where emails can be
 * sent, the address is to be confirmed.
 * @param now by the Clock
 * @throws AppError FORBIDDEN; INVALID for a common password, or an invitation that is not valid for the address; CONFLICT for an address that is taken;
 *   TOO_MANY_REQUESTS also after repeated conflicts
 */
export async function signUp(
  db: Db,
  input: SignUp,
  caller: Caller,
  env: Env,
  now: Date,
): Promise<SessionUser> {
  await requireOpen(db, input, env)
  if (!env.sandbox)
    await requirePoints(
      db,
      [{ key: `register:new:${caller.address}`, points: 5, windowSeconds: HOUR }],
      'Too many new accounts from your address. Please try again later.',
    )
  // Before the lock: it takes the longest.
  const hashed = await hashChosenPassword(input.password, 'password')
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`)
      await requireOpen(tx, input, env)
      if (input.invitation) await redeemInvitation(tx, input.invitation, input.email, now)
      if (input.invitation || !needsConfirmation(env)) return insertUser(tx, input, hashed)
      const user = await insertUser(tx, input, hashed, hashToken(newToken()))
      await requestConfirmation(tx, user.id)
      return user
    })
  } catch (error) {
    if (!isAppError(error) || error.code !== 'CONFLICT') throw error
    const limit = { key: `register:taken:${caller.address}`, points: 10, windowSeconds: HOUR / 4 }
    await requirePoints(db, [limit], 'Too many attempts. Please try again later.')
    throw error
  }
}

async function requireOpen(db: Db, { invitation }: SignUp, env: Env): Promise<void> {
  const mode = await signUpMode(db, env)
  if (mode === 'closed') throw new AppError('FORBIDDEN', CLOSED)
  if (mode === 'invite' && !invitation) throw new AppError('FORBIDDEN', INVITED_ONLY)
}

const isValid = (token: string, now: Date) =>
  and(
    eq(invitations.tokenHash, hashToken(token)),
    isNull(invitations.usedAt),
    // By mail time, which the sandbox can move, and by PostgreSQL's clock, which never goes back.
    gt(invitations.expiresAt, now),
    sql`${invitations.createdAt} > now() - make_interval(days => ${INVITATION_DAYS})`,
  )

/** Compare and set: of two people with one link, the second is refused. */
async function redeemInvitation(tx: Db, token: string, email: string, now: Date): Promise<void> {
  const [used] = await tx
    .update(invitations)
    .set({ usedAt: now })
    .where(and(isValid(token, now), eq(sql`lower(${invitations.email})`, email.toLowerCase())))
    .returning({ id: invitations.id })
  if (!used) invalid(INVALID_INVITATION)
}

/** What the sign-up screen shows: a form, perhaps for the invited address, or why there is none. */
export async function readSignUp(
  db: Db,
  env: Env,
  token: string | null,
  now: Date,
): Promise<{ refusal: string | null; invited: string | null }> {
  const mode = await signUpMode(db, env)
  if (mode === 'closed') return { refusal: CLOSED, invited: null }
  if (!token) return { refusal: mode === 'invite' ? INVITED_ONLY : null, invited: null }
  const [found] = await db
    .select({ email: invitations.email })
    .from(invitations)
    .where(isValid(token.slice(0, 200), now))
  return found ? { refusal: null, invited: found.email } : { refusal: INVALID_INVITATION, invited: null }
}

/**
 * Invites somebody; earlier invitations of the address end. Only the token's hash is stored.
 * @param now by the Clock @returns the token of the link
 * @throws AppError CONFLICT if the address has an account, or if SIGNUP is closed
 */
export async function invite(db: Db, email: string, env: Env, now: Date): Promise<string> {
  if ((await signUpMode(db, env)) === 'closed')
    throw new AppError('CONFLICT', 'New accounts are closed: set SIGNUP=invite first')
  return db.transaction(async (tx) => {
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    if (taken) throw new AppError('CONFLICT', 'An account with this email address already exists')
    await tx.delete(invitations).where(eq(sql`lower(${invitations.email})`, email.toLowerCase()))
    const token = newToken()
    await tx.insert(invitations).values({
      email,
      tokenHash: hashToken(token),
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * 24 * HOUR * 1000),
    })
    return token
  })
}

/** Emails the link of an invitation. */
export async function sendInvitation(mailer: SystemMailer, to: string, url: string): Promise<void> {
  const mail = await renderInvitation({ url, days: INVITATION_DAYS })
  await mailer.send({ to, subject: 'Your invitation to Coldframe', ...mail })
}
