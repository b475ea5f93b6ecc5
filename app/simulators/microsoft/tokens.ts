import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import {
  sandboxMicrosoftAccounts,
  sandboxMicrosoftCodes,
  sandboxMicrosoftGrants,
  sandboxMicrosoftTokens,
} from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import type { Faults } from '../faults'
import { type Call, formOf, sendJson } from '../http'
import { challengeOf, hashOf, sameText } from '../tokens'
import type { MicrosoftAccount } from './accounts'
import type { MicrosoftClient } from './clients'
import { refuse, refuseGrant } from './http'

const ACCESS_SECONDS = 3599
const REFRESH_DAYS = 90
/** How long a refresh token still works after it was replaced; Microsoft gives no figure. */
const OVERLAP_MINUTES = 10

/** The token endpoint (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). */
export async function token(db: Db, clients: MicrosoftClient[], faults: Faults, call: Call): Promise<void> {
  const form = formOf(call)
  const client = clients.find(({ clientId }) => clientId === form.get('client_id'))
  if (!client) refuseGrant(400, 'unauthorized_client', 700016, 'Application was not found in the directory.')
  if (!sameText(client.clientSecret, form.get('client_secret') ?? ''))
    refuseGrant(401, 'invalid_client', 7000215, 'Invalid client secret provided.')
  const type = form.get('grant_type')
  if (type === 'authorization_code') return sendJson(call, 200, await redeem(db, client, form, call.now))
  if (type === 'refresh_token') return sendJson(call, 200, await refresh(db, client, faults, form, call.now))
  refuseGrant(400, 'unsupported_grant_type', 70003, 'The app requested an unsupported grant type.')
}

async function redeem(db: Db, client: MicrosoftClient, form: URLSearchParams, now: Date) {
  return db.transaction(async (tx) => {
    // Deleting the code makes it single-use, also for concurrent requests.
    const [code] = await tx
      .delete(sandboxMicrosoftCodes)
      .where(eq(sandboxMicrosoftCodes.codeHash, hashOf(form.get('code') ?? '')))
      .returning()
    if (!code || code.clientId !== client.clientId || code.expiresAt <= now)
      refuseGrant(400, 'invalid_grant', 70008, 'The provided authorization code has expired.')
    if (code.redirectUri !== form.get('redirect_uri'))
      refuseGrant(400, 'invalid_grant', 500112, 'The reply address does not match that of the request.')
    if (challengeOf(form.get('code_verifier') ?? '', 'S256') !== code.codeChallenge)
      refuseGrant(400, 'invalid_grant', 501481, 'The Code_Verifier does not match the code_challenge.')
    const { accountId, scopes } = code
    const [grant] = await tx
      .insert(sandboxMicrosoftGrants)
      .values({ accountId, clientId: client.clientId, scopes, createdAt: now })
      .onConflictDoUpdate({
        target: [sandboxMicrosoftGrants.accountId, sandboxMicrosoftGrants.clientId],
        set: { scopes },
      })
      .returning({ id: sandboxMicrosoftGrants.id })
    return issueBoth(tx, grant!.id, scopes, now)
  })
}

/** Returns a new refresh token each time; the old one keeps working for a while. */
async function refresh(db: Db, client: MicrosoftClient, faults: Faults, form: URLSearchParams, now: Date) {
  const given = hashOf(form.get('refresh_token') ?? '')
  const [found] = await db
    .select({ grantId: sandboxMicrosoftGrants.id, scopes: sandboxMicrosoftGrants.scopes })
    .from(sandboxMicrosoftTokens)
    .innerJoin(sandboxMicrosoftGrants, eq(sandboxMicrosoftGrants.id, sandboxMicrosoftTokens.grantId))
    .where(
      and(
        eq(sandboxMicrosoftTokens.tokenHash, given),
        eq(sandboxMicrosoftTokens.kind, 'refresh'),
        gt(sandboxMicrosoftTokens.expiresAt, now),
        eq(sandboxMicrosoftGrants.clientId, client.clientId),
      ),
    )
  if (!found) refuseGrant(400, 'invalid_grant', 70000, 'The provided grant is invalid or malformed.')
  if (await faults.take('microsoft', 'invalidGrant')) {
    await db.delete(sandboxMicrosoftGrants).where(eq(sandboxMicrosoftGrants.id, found.grantId))
    refuseGrant(400, 'invalid_grant', 50173, 'The grant has been revoked: the password was changed.')
  }
  const overlap = new Date(now.getTime() + OVERLAP_MINUTES * 60_000)
  await db
    .update(sandboxMicrosoftTokens)
    .set({ expiresAt: overlap })
    .where(and(eq(sandboxMicrosoftTokens.tokenHash, given), gt(sandboxMicrosoftTokens.expiresAt, overlap)))
  await db
    .delete(sandboxMicrosoftTokens)
    .where(and(eq(sandboxMicrosoftTokens.grantId, found.grantId), lt(sandboxMicrosoftTokens.expiresAt, now)))
  return issueBoth(db, found.grantId, found.scopes, now)
}

async function issueBoth(db: Db, grantId: string, scopes: string[], now: Date) {
  const issue = async (kind: 'access' | 'refresh', seconds: number) => {
    const made = `${kind === 'access' ? 'ey' : '1.'}${randomBytes(32).toString('base64url')}`
    const expiresAt = new Date(now.getTime() + seconds * 1000)
    await db.insert(sandboxMicrosoftTokens).values({ tokenHash: hashOf(made), grantId, kind, expiresAt })
    return made
  }
  return {
    token_type: 'Bearer',
    scope: scopes.filter((scope) => scope !== 'offline_access').join(' '),
    expires_in: ACCESS_SECONDS,
    ext_expires_in: ACCESS_SECONDS,
    access_token: await issue('access', ACCESS_SECONDS),
    ...(scopes.includes('offline_access') && {
      refresh_token: await issue('refresh', REFRESH_DAYS * 86_400),
    }),
  }
}

/** The account of the bearer token. @throws Refusal 401, as Graph does */
export async function authenticate(
  db: Db,
  call: Call,
): Promise<{ account: MicrosoftAccount; scopes: string[] }> {
  const bearer = /^Bearer (.+)$/.exec(call.req.headers.authorization ?? '')?.[1] ?? ''
  const [found] = await db
    .select({ account: sandboxMicrosoftAccounts, scopes: sandboxMicrosoftGrants.scopes })
    .from(sandboxMicrosoftTokens)
    .innerJoin(sandboxMicrosoftGrants, eq(sandboxMicrosoftGrants.id, sandboxMicrosoftTokens.grantId))
    .innerJoin(sandboxMicrosoftAccounts, eq(sandboxMicrosoftAccounts.id, sandboxMicrosoftGrants.accountId))
    .where(
      and(
        eq(sandboxMicrosoftTokens.tokenHash, hashOf(bearer)),
        eq(sandboxMicrosoftTokens.kind, 'access'),
        gt(sandboxMicrosoftTokens.expiresAt, call.now),
      ),
    )
  if (!found) refuse(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.')
  return found
}
