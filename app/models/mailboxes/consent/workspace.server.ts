import { and, eq, sql } from 'drizzle-orm'
import { integrations } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { lockUser } from '~/models/shared/locks.server'
import type { OAuthIdentity, OAuthTokens } from '~/providers/net/oauth'
import type { Secrets } from '~/secrets.server'
import { finishGoogleFlow, type GoogleDeps } from './google-connect.server'
import { isGrantInUse } from './google-grant.server'
import type { AuthorizationResponse } from './oauth-flow.server'

const TYPE = 'google_workspace'
const ABSENT = 'Google Workspace is not connected'

/** The connected Google Workspace, or null. */
export async function findWorkspace(db: Db, userId: string) {
  const [row] = await db
    .select({
      status: integrations.status,
      userEmail: integrations.userEmail,
      createdAt: integrations.createdAt,
    })
    .from(integrations)
    .where(ownBy(userId))
  return row ?? null
}

/** The connected Google Workspace. @throws AppError NOT_FOUND if there is none */
export const getWorkspace = async (db: Db, userId: string) =>
  (await findWorkspace(db, userId)) ?? notFound(ABSENT)

/** Completes the flow of a Workspace. @returns the account's address @throws AppError with a message for the user */
export async function finishWorkspaceFlow(
  db: Db,
  { userId, sid }: { userId: string; sid: string },
  response: AuthorizationResponse,
  now: Date,
  deps: GoogleDeps,
): Promise<string> {
  const { user, tokens, scopes } = await finishGoogleFlow(db, sid, 'workspace', response, deps)
  const replaced = await saveWorkspace(db, userId, { user, tokens, scopes }, now, deps.secrets)
  if (replaced) await deps.providers.google('workspace')?.revoke(replaced)
  return user.email
}

/** Stores a connection. @returns the token of the account that it replaces, if nothing else uses its grant */
async function saveWorkspace(
  db: Db,
  userId: string,
  { user, tokens, scopes }: { user: OAuthIdentity; tokens: OAuthTokens; scopes: string[] },
  now: Date,
  secrets: Secrets,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    // Serializes concurrent callbacks from Google.
    await lockUser(tx, userId)
    const known = await lockWorkspace(tx, userId)
    const id = known?.id ?? crypto.randomUUID()
    const isSame = known?.sub === user.sub
    const values = {
      status: 'connected' as const,
      accessToken: secrets.seal(tokens.accessToken, id),
      ...(tokens.refreshToken || !isSame
        ? { refreshToken: tokens.refreshToken && secrets.seal(tokens.refreshToken, id) }
        : {}),
      tokenExpiresAt: tokens.expiresAt,
      userEmail: user.email,
      userData: { sub: user.sub, name: user.name },
      scopes,
      createdAt: now,
    }
    await tx
      .insert(integrations)
      .values({ id, userId, type: TYPE, ...values })
      .onConflictDoUpdate({ target: [integrations.userId, integrations.type], set: values })
    return known && !isSame ? tokenToRevoke(tx, known, secrets) : null
  })
}

/**
 * Disconnects the Workspace and revokes its grant if Google can be reached, unless a mailbox or another user's Workspace uses the
 * grant of the same account.
 */
export async function disconnectWorkspace(db: Db, userId: string, deps: GoogleDeps): Promise<void> {
  const token = await db.transaction(async (tx) => {
    const known = (await lockWorkspace(tx, userId)) ?? notFound(ABSENT)
    await tx.delete(integrations).where(eq(integrations.id, known.id))
    return tokenToRevoke(tx, known, deps.secrets)
  })
  if (token) await deps.providers.google('workspace')?.revoke(token)
}

const ownBy = (userId: string) => and(eq(integrations.userId, userId), eq(integrations.type, TYPE))

async function lockWorkspace(tx: Db, userId: string) {
  const [row] = await tx
    .select({
      id: integrations.id,
      sub: sql<string>`coalesce(${integrations.userData}->>'sub', '')`,
      accessToken: integrations.accessToken,
      refreshToken: integrations.refreshToken,
    })
    .from(integrations)
    .where(ownBy(userId))
    .for('update')
  return row
}

type Known = NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>

/** The token to revoke a connection's grant with; null while others use the grant. */
async function tokenToRevoke(tx: Db, known: Known, secrets: Secrets): Promise<string | null> {
  const token = known.refreshToken ?? known.accessToken
  return token && !(await isGrantInUse(tx, known.sub)) ? secrets.open(token, known.id) : null
}
