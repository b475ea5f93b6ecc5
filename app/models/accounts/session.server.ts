import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { sessions } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { hashToken, newToken } from '~/secrets.server'

/** The signed-in user. */
export interface SessionUser {
  id: string
  email: string
  fullName: string
  timezone: string
}

const IDLE = sql`interval '14 days'`
const ABSOLUTE = sql`interval '60 days'`

/** Starts a session; returns the token for the cookie. Only its hash is stored. */
export async function createSession(db: Db, userId: string): Promise<string> {
  const token = newToken()
  await db.insert(sessions).values({
    sid: hashToken(token),
    userId,
    expire: sql`now() + ${IDLE}` as unknown as Date,
    absoluteExpire: sql`now() + ${ABSOLUTE}` as unknown as Date,
  })
  return token
}

/** The active session of a token. Each use extends its idle timeout of 14 days, written at most hourly. It ends after 60 days. */
export async function findSession(db: Db, token: string): Promise<{ sid: string; user: SessionUser } | null> {
  const sid = hashToken(token)
  // Every request asks this, so it is prepared.
  const [row] = await executePrepared<
    { stale: boolean } & { [Name in keyof SessionUser]: SessionUser[Name] }
  >(
    db,
    sql`
      select s.expire < now() + ${IDLE} - interval '1 hour' as stale, u.id, u.email, u.full_name as "fullName", u.timezone
      from sessions s join users u on u.id = s.user_id
      where s.sid = ${sid} and s.expire > now() and s.absolute_expire > now()`,
  )
  if (!row) return null
  const { stale, ...user } = row
  if (stale) {
    await db
      .update(sessions)
      .set({ expire: sql`now() + ${IDLE}` })
      .where(eq(sessions.sid, sid))
  }
  return { sid, user }
}

/** Ends one session, by its stored id. */
export async function endSession(db: Db, userId: string, sid: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.sid, sid)))
}

/** Ends all sessions of a user except `keepSid`. */
export async function endOtherSessions(db: Db, userId: string, keepSid?: string): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keepSid ? ne(sessions.sid, keepSid) : undefined))
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`))
}

/** Ends the session of a token, of any user, because the browser signs in again. */
export async function endSessionByToken(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, hashToken(token)))
}
