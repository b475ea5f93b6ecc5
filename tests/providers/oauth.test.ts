import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGoogleOAuth } from '~/providers/google/oauth'
import { MAILBOX_SCOPES, missingScopes, scopeLabel } from '~/providers/google/scopes'
import { createPkce } from '~/providers/net/oauth'
import { startGoogle, type TestGoogle } from './support/google'
import { okay } from './support/mail'

const SEND = 'https://www.googleapis.com/auth/gmail.send'
const READ = 'https://www.googleapis.com/auth/gmail.readonly'

let google: TestGoogle
beforeAll(async () => {
  google = await startGoogle()
})
afterAll(() => google.close())

const { verifier, challenge } = createPkce()
const request = { state: 'a b&c=d/é', codeChallenge: challenge, scopes: MAILBOX_SCOPES }
const exchange = (back: URL, codeVerifier = verifier) =>
  google.oauth.exchangeCode({ code: back.searchParams.get('code')!, codeVerifier })

describe('the authorization link', () => {
  it('leads to Google when no base URL is set', () => {
    const oauth = createGoogleOAuth({
      clientId: 'c',
      clientSecret: 's',
      redirectUri: 'https://app.example/cb',
    })
    const url = new URL(
      oauth.authorizeUrl({ ...request, prompt: 'consent select_account', loginHint: 'a@b.co' }),
    )
    expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'c',
      redirect_uri: 'https://app.example/cb',
      access_type: 'offline',
      include_granted_scopes: 'true',
      scope: MAILBOX_SCOPES.join(' '),
      state: request.state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      prompt: 'consent select_account',
      login_hint: 'a@b.co',
    })
  })
})

describe('the simulated consent page', () => {
  it('is a plain form with an address and the optional permissions', async () => {
    const response = await fetch(google.oauth.authorizeUrl({ ...request, loginHint: '"><b>@x.yy' }))
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<form method="post">')
    expect(html).toContain('name="email"')
    expect(html.match(/type="checkbox"/g)).toHaveLength(2)
    expect(html).not.toContain('"><b>')
  })

  it('redirects with the state, a code and the granted scopes', async () => {
    const back = await google.consent(google.oauth.authorizeUrl(request), { email: 'Back@Example.com' })
    expect(back.origin + back.pathname).toBe('http://localhost:3000/api/gmail/callback')
    expect(back.searchParams.get('state')).toBe(request.state)
    expect(back.searchParams.get('scope')!.split(' ')).toEqual([...MAILBOX_SCOPES])
  })

  it('redirects a denial with an error and no code', async () => {
    const url = google.oauth.authorizeUrl(request)
    const back = await google.consent(url, { email: 'denied@example.com', decision: 'deny' })
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe(request.state)
    expect(back.searchParams.has('code')).toBe(false)
  })

  it.each([
    ['redirect_uri', 'http://localhost:3000/api/gmail/callback/', 'redirect_uri_mismatch'],
    ['redirect_uri', 'https://evil.example/', 'redirect_uri_mismatch'],
    ['client_id', 'another', 'invalid_client'],
    ['response_type', 'token', 'unsupported_response_type'],
    ['scope', '', 'invalid_request'],
  ])('a wrong %s (%j) is refused on the page itself', async (name, value, error) => {
    const url = new URL(google.oauth.authorizeUrl(request))
    url.searchParams.set(name, value)
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? new URLSearchParams({ email: 'a@example.com' }) : undefined
      const response = await fetch(url, { method, body, redirect: 'manual' })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(error)
    }
  })

  it('asks again after an invalid address', async () => {
    const body = new URLSearchParams({ email: 'nobody' })
    const response = await fetch(google.oauth.authorizeUrl(request), {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('role="alert"')
  })
})

describe('the code exchange', () => {
  it('returns tokens, granted scopes and the account’s address', async () => {
    const url = google.oauth.authorizeUrl(request)
    const granted = okay(await exchange(await google.consent(url, { email: 'Ann.Lee@Example.com' })))
    expect(granted.user).toEqual({
      sub: expect.stringMatching(/^1\d{20}$/),
      email: 'ann.lee@example.com',
      name: 'Ann Lee',
      organization: 'example.com',
    })
    expect(granted.tokens.accessToken).toMatch(/^ya29\./)
    expect(granted.tokens.refreshToken).toMatch(/^1\/\//)
    expect(granted.tokens.expiresAt).toBeInstanceOf(Date)
    expect(missingScopes(granted.scopes, MAILBOX_SCOPES)).toEqual([])
    const again = okay(await exchange(await google.consent(url, { email: 'ann.lee@example.com' })))
    expect(again.user.sub).toBe(granted.user.sub)
  })

  it('returns a refresh token at the first or a forced consent', async () => {
    const url = google.oauth.authorizeUrl(request)
    const fields = { email: 'often@example.com' }
    const first = okay(await exchange(await google.consent(url, fields)))
    const second = okay(await exchange(await google.consent(url, fields)))
    const forced = google.oauth.authorizeUrl({ ...request, prompt: 'consent' })
    const third = okay(await exchange(await google.consent(forced, fields)))
    expect([first, second, third].map(({ tokens }) => tokens.refreshToken !== null)).toEqual([
      true,
      false,
      true,
    ])
  })

  it('refuses a wrong PKCE verifier', async () => {
    const back = await google.consent(google.oauth.authorizeUrl(request), { email: 'pkce@example.com' })
    expect(await exchange(back, createPkce().verifier)).toMatchObject({
      ok: false,
      why: 'auth',
      detail: 'invalid_grant: Invalid code verifier.',
    })
  })

  it('accepts a code once', async () => {
    const back = await google.consent(google.oauth.authorizeUrl(request), { email: 'twice@example.com' })
    const results = await Promise.all([exchange(back), exchange(back)])
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await exchange(back)).toMatchObject({ ok: false, why: 'auth', code: '400 invalid_grant' })
  })

  it('accepts a code for ten minutes', async () => {
    const back = await google.consent(google.oauth.authorizeUrl(request), { email: 'late@example.com' })
    google.clock.advance(10 * 60_000)
    expect(await exchange(back)).toMatchObject({ ok: false, why: 'auth' })
  })

  it('omits unticked permissions from the granted scopes', async () => {
    const fields = { email: 'partly@example.com', choose_scopes: '1', scope: [SEND] }
    const granted = okay(await exchange(await google.consent(google.oauth.authorizeUrl(request), fields)))
    expect(missingScopes(granted.scopes, MAILBOX_SCOPES)).toEqual([READ])
    expect(scopeLabel(READ)).toBe('View your email messages and settings')
  })

  it('reports a wrong client secret as "auth", without the secret', async () => {
    const oauth = createGoogleOAuth({ ...google.config, clientSecret: 'wrong-secret' })
    const failure = await oauth.refresh('whatever')
    expect(failure).toMatchObject({ ok: false, why: 'auth', code: '401 invalid_client' })
    expect(JSON.stringify(failure)).not.toContain('wrong-secret')
  })

  it('reports an unreachable Google as "retry"', async () => {
    const oauth = createGoogleOAuth({ ...google.config, apiBaseUrl: 'http://127.0.0.1:9' })
    expect(await oauth.refresh('whatever')).toMatchObject({ ok: false, why: 'retry' })
  })
})

describe('OAuth tokens', () => {
  it('are refreshed while the refresh token stays', async () => {
    const { tokens } = await google.connect('renew@example.com')
    const renewed = okay(await google.oauth.refresh(tokens.refreshToken!))
    expect(renewed.tokens.accessToken).not.toBe(tokens.accessToken)
    expect(renewed.tokens.refreshToken).toBe(tokens.refreshToken)
  })

  it('revoking either one ends the grant, and revoking twice succeeds', async () => {
    const { tokens } = await google.connect('over@example.com')
    okay(await google.oauth.revoke(tokens.accessToken))
    expect(await google.oauth.refresh(tokens.refreshToken!)).toEqual({
      ok: false,
      why: 'auth',
      code: '400 invalid_grant',
      detail: 'invalid_grant: Token has been expired or revoked.',
    })
    okay(await google.oauth.revoke(tokens.refreshToken!))
  })
})

it('missingScopes accepts short names and broader scopes', () => {
  expect(missingScopes(['email', 'profile', 'openid', 'https://mail.google.com/'], MAILBOX_SCOPES)).toEqual(
    [],
  )
  expect(missingScopes(['openid'], ['openid', SEND])).toEqual([SEND])
})
