import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { sandboxGoogleCodes, sandboxGoogleGrants } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { isAddress } from '../accounts'
import { type Call, formOf, send } from '../http'
import { hashOf } from '../tokens'
import { ensureAccount } from './accounts'
import type { GoogleClient } from './clients'
import { consentPage, errorPage } from './consent-page'
import { isOptional, scopesOf } from './scopes'

const HTML = 'text/html; charset=UTF-8'
const CODE_MINUTES = 10

/** The authorization endpoint: GET shows the form, POST with `email` decides and redirects to the client. */
export async function authorize(db: Db, clients: GoogleClient[], call: Call): Promise<void> {
  const { query, now } = call
  const fail = (error: string, detail: string) => send(call, 400, HTML, errorPage(error, detail))

  const client = clients.find(({ clientId }) => clientId === query.get('client_id'))
  if (!client) return fail('invalid_client', 'The OAuth client was not found.')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!client.redirectUris.includes(redirectUri)) {
    return fail('redirect_uri_mismatch', `The redirect URI is not registered for this client: ${redirectUri}`)
  }
  if (query.get('response_type') !== 'code') {
    return fail('unsupported_response_type', 'Only response_type=code is supported.')
  }
  const scopes = scopesOf(query.get('scope') ?? '')
  if (scopes.length === 0) return fail('invalid_request', 'Missing required parameter: scope')

  const loginHint = query.get('login_hint') ?? ''
  if (call.method !== 'POST') return send(call, 200, HTML, consentPage({ scopes, loginHint }))

  const form = formOf(call)
  const back = new URL(redirectUri)
  const goBack = (params: Record<string, string>) => {
    const state = query.get('state')
    if (state !== null) back.searchParams.set('state', state)
    for (const [name, value] of Object.entries(params)) back.searchParams.set(name, value)
    call.res.setHeader('Location', back.href)
    send(call, 302, HTML, '')
  }
  if (form.get('decision') === 'deny') return goBack({ error: 'access_denied' })

  const email = form.get('email')?.trim() ?? ''
  if (!isAddress(email)) {
    const problem = 'Enter an email address'
    return send(call, 400, HTML, consentPage({ scopes, loginHint: email, problem }))
  }
  const account = await ensureAccount(db, email, now)
  const ticked = new Set(form.getAll('scope'))
  const granted = form.has('choose_scopes')
    ? scopes.filter((scope) => !isOptional(scope) || ticked.has(scope))
    : scopes
  const merged =
    query.get('include_granted_scopes') === 'true'
      ? [...new Set([...granted, ...(await earlierScopes(db, account.sub, client.clientId))])]
      : granted

  const code = `4/0${randomBytes(24).toString('base64url')}`
  const method = query.get('code_challenge_method')
  await db.insert(sandboxGoogleCodes).values({
    codeHash: hashOf(code),
    accountSub: account.sub,
    clientId: client.clientId,
    redirectUri,
    scopes: merged,
    codeChallenge: query.get('code_challenge'),
    codeChallengeMethod: method === 'S256' ? 'S256' : 'plain', // plain when it is not named, as at Google
    offline: query.get('access_type') === 'offline',
    consentForced: (query.get('prompt') ?? '').split(' ').includes('consent'),
    expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
  })
  goBack({ code, scope: merged.join(' '), authuser: '0', prompt: query.get('prompt') ?? 'consent' })
}

async function earlierScopes(db: Db, accountSub: string, clientId: string): Promise<string[]> {
  const [grant] = await db
    .select({ scopes: sandboxGoogleGrants.scopes })
    .from(sandboxGoogleGrants)
    .where(and(eq(sandboxGoogleGrants.accountSub, accountSub), eq(sandboxGoogleGrants.clientId, clientId)))
  return grant?.scopes ?? []
}
