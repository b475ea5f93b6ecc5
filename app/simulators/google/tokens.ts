import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import {
  sandboxGoogleAccounts,
  sandboxGoogleCodes,
  sandboxGoogleGrants,
  sandboxGoogleTokens,
} from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import type { Faults } from '../faults'
import { type Call, formOf, Refusal, refuseToken, sendJson } from '../http'
import { challengeOf, hashOf, sameText } from '../tokens'
import type { GoogleAccount } from './accounts'
import type { GoogleClient } from './clients'
import { apiError } from './http'
import { EMAIL_SCOPE, PROFILE_SCOPE } from './scopes'

const ACCESS_SECONDS = 3599
const REVOKED = 'Token has been expired or revoked.'

/** The token endpoint: exchanges codes and refresh tokens for access tokens. */
export async function token(db: Db, clients: GoogleClient[], faults: Faults, call: Call): Promise<void> {
  const form = formOf(call)
  const client = clients.find(({ clientId }) => clientId === form.get('client_id'))
  if (!client || !sameText(client.clientSecret, form.get('client_secret') ?? '')) {
    refuseToken(401, 'invalid_client', 'The OAuth client was not found.')
  }
  const type = form.get('grant_type')
  if (type === 'authorization_code') return sendJson(call, 200, await redeemCode(db, client, form, call.now))
  if (type === 'refresh_token') return sendJson(call, 200, await refresh(db, client, faults, form, call.now))
  refuseToken(400, 'unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`)
}

async function redeemCode(db: Db, client: GoogleClient, form: URLSearchParams, now: Date) {
  return db.transaction(async (tx) => {
    // Deleting the code makes it single-use, also for concurrent requests.
    const [code] = await tx
      .delete(sandboxGoogleCodes)
      .where(eq(sandboxGoogleCodes.codeHash, hashOf(form.get('code') ?? '')))
      .returning()
    if (!code || code.clientId !== client.clientId || code.expiresAt <= now) {
      refuseToken(400, 'invalid_grant', 'Malformed auth code.')
    }
    if (code.redirectUri !== form.get('redirect_uri')) {
      refuseToken(400, 'redirect_uri_mismatch', 'Bad Request')
    }
    const verifier = form.get('code_verifier')
    if (code.codeChallenge && !verifier) refuseToken(400, 'invalid_grant', 'Missing code verifier.')
    if (code.codeChallenge && challengeOf(verifier!, code.codeChallengeMethod) !== code.codeChallenge) {
      refuseToken(400, 'invalid_grant', 'Invalid code verifier.')
    }
    const known = { accountSub: code.accountSub, clientId: client.clientId }
    const [made] = await tx
      .insert(sandboxGoogleGrants)
      .values({ ...known, scopes: code.scopes, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: sandboxGoogleGrants.id })
    const grantId = made?.id ?? (await widenGrant(tx, known, code.scopes))
    const access = await issue(tx, { grantId, kind: 'access', scopes: code.scopes, now })
    const due = code.offline && (made || code.consentForced)
    const refreshToken = due ? await issue(tx, { grantId, kind: 'refresh', scopes: code.scopes, now }) : null
    const [account] = await tx
      .select()
      .from(sandboxGoogleAccounts)
      .where(eq(sandboxGoogleAccounts.sub, code.accountSub))
    return {
      access_token: access,
      expires_in: ACCESS_SECONDS,
      ...(refreshToken && { refresh_token: refreshToken }),
      scope: code.scopes.join(' '),
      token_type: 'Bearer',
      ...(code.scopes.includes('openid') && { id_token: idToken(client, account!, now) }),
    }
  })
}

async function widenGrant(
  tx: Db,
  key: { accountSub: string; clientId: string },
  scopes: string[],
): Promise<string> {
  const where = and(
    eq(sandboxGoogleGrants.accountSub, key.accountSub),
    eq(sandboxGoogleGrants.clientId, key.clientId),
  )
  const [grant] = await tx.select().from(sandboxGoogleGrants).where(where).for('update')
  await tx
    .update(sandboxGoogleGrants)
    .set({ scopes: [...new Set([...grant!.scopes, ...scopes])] })
    .where(where)
  return grant!.id
}

async function refresh(db: Db, client: GoogleClient, faults: Faults, form: URLSearchParams, now: Date) {
  const found = await findToken(db, form.get('refresh_token') ?? '', 'refresh')
  if (!found || found.clientId !== client.clientId) refuseToken(400, 'invalid_grant', REVOKED)
  if (await faults.take('gmail', 'invalidGrant')) {
    await db.delete(sandboxGoogleGrants).where(eq(sandboxGoogleGrants.id, found.grantId))
    refuseToken(400, 'invalid_grant', REVOKED)
  }
  const { grantId, scopes } = found
  await db
    .delete(sandboxGoogleTokens)
    .where(and(eq(sandboxGoogleTokens.grantId, grantId), lt(sandboxGoogleTokens.expiresAt, now)))
  return {
    access_token: await issue(db, { grantId, kind: 'access', scopes, now }),
    expires_in: ACCESS_SECONDS,
    scope: scopes.join(' '),
    token_type: 'Bearer',
  }
}

/** Revokes the grant of a token, and with it all tokens of that grant. */
export async function revoke(db: Db, call: Call): Promise<void> {
  const given = call.query.get('token') ?? formOf(call).get('token') ?? ''
  const found = await findToken(db, given)
  if (!found) refuseToken(400, 'invalid_token', 'Token expired or revoked')
  await db.delete(sandboxGoogleGrants).where(eq(sandboxGoogleGrants.id, found.grantId))
  sendJson(call, 200, {})
}

/** The identity of the access token's owner. */
export async function userinfo(db: Db, call: Call): Promise<void> {
  const { account, scopes } = await authenticate(db, call)
  const { sub, email, name } = account
  sendJson(call, 200, {
    sub,
    ...(scopes.includes(PROFILE_SCOPE) && { name, given_name: name.split(' ')[0] }),
    ...(scopes.includes(EMAIL_SCOPE) && { email, email_verified: true }),
    // Of accounts of an organization only (OpenID Connect at Google, "hd").
    ...(!/@(gmail|googlemail)\.com$/.test(email) && { hd: email.split('@')[1] }),
  })
}

/** The account of the bearer token. @throws Refusal 401, as Google's APIs do */
export async function authenticate(
  db: Db,
  call: Call,
): Promise<{ account: GoogleAccount; scopes: string[] }> {
  const bearer = /^Bearer (.+)$/.exec(call.req.headers.authorization ?? '')?.[1] ?? ''
  const [found] = await db
    .select({ account: sandboxGoogleAccounts, scopes: sandboxGoogleTokens.scopes })
    .from(sandboxGoogleTokens)
    .innerJoin(sandboxGoogleGrants, eq(sandboxGoogleGrants.id, sandboxGoogleTokens.grantId))
    .innerJoin(sandboxGoogleAccounts, eq(sandboxGoogleAccounts.sub, sandboxGoogleGrants.accountSub))
    .where(
      and(
        eq(sandboxGoogleTokens.tokenHash, hashOf(bearer)),
        eq(sandboxGoogleTokens.kind, 'access'),
        gt(sandboxGoogleTokens.expiresAt, call.now),
      ),
    )
  if (!found) throw new Refusal(401, apiError(401, 'authError', 'Invalid Credentials', 'UNAUTHENTICATED'))
  return found
}

async function findToken(db: Db, given: string, kind?: 'access' | 'refresh') {
  const [found] = await db
    .select({
      grantId: sandboxGoogleTokens.grantId,
      scopes: sandboxGoogleTokens.scopes,
      clientId: sandboxGoogleGrants.clientId,
    })
    .from(sandboxGoogleTokens)
    .innerJoin(sandboxGoogleGrants, eq(sandboxGoogleGrants.id, sandboxGoogleTokens.grantId))
    .where(and(eq(sandboxGoogleTokens.tokenHash, hashOf(given)), kind && eq(sandboxGoogleTokens.kind, kind)))
  return found
}

interface NewToken {
  grantId: string
  kind: 'access' | 'refresh'
  scopes: string[]
  now: Date
}

async function issue(db: Db, { grantId, kind, scopes, now }: NewToken): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const made = kind === 'access' ? `ya29.${secret}` : `1//${secret}`
  const expiresAt = kind === 'access' ? new Date(now.getTime() + ACCESS_SECONDS * 1000) : null
  await db.insert(sandboxGoogleTokens).values({ tokenHash: hashOf(made), grantId, kind, scopes, expiresAt })
  return made
}

/** Signed with the client's secret (HS256), which OpenID Connect allows; Google itself uses RS256. */
function idToken(client: GoogleClient, { sub, email, name }: GoogleAccount, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: 'https://accounts.google.com',
    aud: client.clientId,
    sub,
    email,
    email_verified: true,
    name,
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: seconds, exp: seconds + 3600 })}`
  return `${signed}.${createHmac('sha256', client.clientSecret).update(signed).digest('base64url')}`
}
