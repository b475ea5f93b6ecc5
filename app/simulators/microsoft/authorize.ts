import { randomBytes } from 'node:crypto'
import { sandboxMicrosoftCodes } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { isAddress } from '../accounts'
import { type Call, formOf, send } from '../http'
import { escapeHtml, page } from '../page'
import { hashOf } from '../tokens'
import { ensureAccount } from './accounts'
import type { MicrosoftClient } from './clients'

const HTML = 'text/html; charset=UTF-8'
const CODE_MINUTES = 10
const TITLE = 'Sign in to the simulated Microsoft'

/** The sign-in and consent form: posts to its own URL, needs no script. */
function consentPage(scopes: string[], email: string, problem?: string): string {
  return page(
    TITLE,
    `
  <p>No real account is used. Enter any address: its mailbox is created here.</p>
  <form method="post">
    <p><label for="email">Email address</label>
    <input id="email" name="email" type="email" required autocomplete="email" value="${escapeHtml(email)}"
      ${problem ? 'aria-invalid="true" aria-describedby="problem"' : ''}></p>
    ${problem ? `<p id="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    <p>This application wants: ${escapeHtml(scopes.join(', '))}</p>
    <p class="buttons"><button name="decision" value="allow">Accept</button>
    <button name="decision" value="deny" formnovalidate class="quiet">Cancel</button></p>
    <p class="buttons"><button name="decision" value="administrator" formnovalidate class="quiet">An administrator must accept</button></p>
  </form>`,
  )
}

const errorPage = (code: number, words: string) =>
  page('Sorry, but we’re having trouble signing you in.', `<p>AADSTS${code}: ${escapeHtml(words)}</p>`)

/**
 * The authorization endpoint (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow): GET shows the form, POST with `email`
 * decides and redirects to the client.
 */
export async function authorize(db: Db, clients: MicrosoftClient[], call: Call): Promise<void> {
  const { query, now } = call
  const fail = (code: number, words: string) => send(call, 400, HTML, errorPage(code, words))
  const client = clients.find(({ clientId }) => clientId === query.get('client_id'))
  if (!client) return fail(700016, 'Application was not found in the directory.')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!client.redirectUris.includes(redirectUri))
    return fail(50011, `The redirect URI ${redirectUri} does not match those of the application.`)
  if (query.get('response_type') !== 'code') return fail(900144, 'response_type must be code.')
  const challenge = query.get('code_challenge') ?? ''
  if (!challenge || query.get('code_challenge_method') !== 'S256')
    return fail(9002325, 'Proof Key for Code Exchange is required.')
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
  const shown = scopes.filter((scope) => !OPENID.has(scope))
  if (call.method !== 'POST') return send(call, 200, HTML, consentPage(shown, query.get('login_hint') ?? ''))

  const form = formOf(call)
  const back = new URL(redirectUri)
  const goBack = (params: Record<string, string>) => {
    const state = query.get('state')
    for (const [name, value] of Object.entries(params)) back.searchParams.set(name, value)
    if (state !== null) back.searchParams.set('state', state)
    call.res.setHeader('Location', back.href)
    send(call, 302, HTML, '')
  }
  const decision = form.get('decision')
  if (decision === 'deny')
    return goBack({
      error: 'access_denied',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
    })
  if (decision === 'administrator')
    return goBack({
      error: 'access_denied',
      error_description: 'AADSTS90094: An administrator must grant the permissions of this application.',
    })
  const email = form.get('email')?.trim() ?? ''
  if (!isAddress(email)) return send(call, 400, HTML, consentPage(shown, email, 'Enter an email address'))
  const account = await ensureAccount(db, email, now)
  const code = `0.${randomBytes(32).toString('base64url')}`
  await db.insert(sandboxMicrosoftCodes).values({
    ...{ codeHash: hashOf(code), accountId: account.id, clientId: client.clientId, redirectUri, scopes },
    codeChallenge: challenge,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
  })
  goBack({ code, session_state: 'sandbox' })
}

/** Scopes of OpenID Connect: a token response does not name the first. */
const OPENID = new Set(['offline_access', 'openid', 'email', 'profile'])

/**
 * The page on which an administrator accepts for the organization (learn.microsoft.com/entra/identity-platform/v2-admin-consent): POST leads
 * back with `admin_consent=True`.
 */
export async function adminConsent(clients: MicrosoftClient[], call: Call): Promise<void> {
  const redirectUri = call.query.get('redirect_uri') ?? ''
  const client = clients.find(({ clientId }) => clientId === call.query.get('client_id'))
  if (!client?.redirectUris.includes(redirectUri))
    return send(call, 400, HTML, errorPage(50011, 'The redirect URI does not match the application.'))
  if (call.method !== 'POST') return send(call, 200, HTML, page('Permissions requested', ADMINISTRATOR_FORM))
  call.res.setHeader('Location', `${redirectUri}?admin_consent=True&tenant=sandbox`)
  send(call, 302, HTML, '')
}

const ADMINISTRATOR_FORM = `
  <p>You accept for everybody of your organization.</p>
  <form method="post"><p class="buttons"><button>Accept</button></p></form>`
