import { systemClock } from '~/clock.server'
import type { ProviderFailure } from '~/providers/net/failure'
import { describeNoResponse } from '~/providers/net/no-response'
import type { OAuthIdentity, OAuthTokens } from '~/providers/net/oauth'
import { callMicrosoft, type MicrosoftReply, textIn } from './call'
import { type MicrosoftConfig, microsoftHosts } from './hosts'
import { isPersonalMicrosoft } from './personal'
import { MICROSOFT_SCOPES } from './scopes'

export type MicrosoftExchange =
  | { ok: true; tokens: OAuthTokens; scopes: string[]; user: OAuthIdentity }
  | ProviderFailure

/**
 * Microsoft's OAuth 2.0 (code flow with PKCE). Failures are values: `auth` if the user must connect again or the registration is wrong,
 * `retry` if Microsoft is unavailable.
 */
export function createMicrosoftOAuth(config: MicrosoftConfig) {
  const hosts = microsoftHosts(config)
  const timeoutMs = config.timeoutMs ?? 10_000
  const client = { client_id: config.clientId, client_secret: config.clientSecret }

  /** The address to redirect the browser to. */
  function authorizeUrl({ state, codeChallenge }: { state: string; codeChallenge: string }): string {
    return `${hosts.authorize}?${new URLSearchParams({
      client_id: config.clientId,
      response_type: 'code',
      redirect_uri: config.redirectUri,
      response_mode: 'query',
      scope: MICROSOFT_SCOPES.join(' '),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })}`
  }

  /** Where an administrator allows the application for everybody of the organization. */
  const adminConsentUrl = (): string =>
    `${hosts.adminConsent}?${new URLSearchParams({ client_id: config.clientId, redirect_uri: config.redirectUri })}`

  /** Exchanges the callback's code for tokens and looks up the account that granted them. */
  async function exchangeCode(input: { code: string; codeVerifier: string }): Promise<MicrosoftExchange> {
    const granted = await askForTokens({
      grant_type: 'authorization_code',
      code: input.code,
      code_verifier: input.codeVerifier,
      redirect_uri: config.redirectUri,
    })
    if (!granted.ok) return granted
    const { tokens, scopes } = granted
    const user = await identify(tokens.accessToken)
    return 'ok' in user ? user : { ok: true, tokens, scopes, user }
  }

  async function identify(accessToken: string): Promise<OAuthIdentity | ProviderFailure> {
    const url = `${hosts.graph}/me?$select=id,displayName,mail,userPrincipalName`
    const headers = { authorization: `Bearer ${accessToken}` }
    try {
      const reply = await callMicrosoft({ url, headers }, timeoutMs)
      if (reply.status !== 200) return tokenFailure(reply)
      // Personal accounts may have no `mail`.
      const mail = textIn(reply.body, 'mail')
      const principal = textIn(reply.body, 'userPrincipalName')
      const email = mail || principal
      const sub = textIn(reply.body, 'id')
      if (!sub || !email.includes('@'))
        return { ok: false, why: 'auth', detail: 'Microsoft did not return the account’s address' }
      return {
        ...{ sub, email: email.toLowerCase(), name: textIn(reply.body, 'displayName') },
        organization:
          mail && !isPersonalMicrosoft(mail)
            ? principal.slice(principal.lastIndexOf('@') + 1).toLowerCase()
            : null,
      }
    } catch (error) {
      return { ok: false, why: 'retry', detail: describeNoResponse('Microsoft', error) }
    }
  }

  /** Gets a new access token. Store the refresh token of the result: Microsoft returns a new one each time. */
  async function refresh(refreshToken: string): Promise<{ ok: true; tokens: OAuthTokens } | ProviderFailure> {
    const granted = await askForTokens({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      scope: MICROSOFT_SCOPES.join(' '),
    })
    if (!granted.ok) return granted
    return {
      ok: true,
      tokens: { ...granted.tokens, refreshToken: granted.tokens.refreshToken ?? refreshToken },
    }
  }

  async function askForTokens(
    fields: Record<string, string>,
  ): Promise<{ ok: true; tokens: OAuthTokens; scopes: string[] } | ProviderFailure> {
    try {
      const body = new URLSearchParams({ ...client, ...fields })
      const reply = await callMicrosoft({ method: 'POST', url: hosts.token, body }, timeoutMs)
      const accessToken = textIn(reply.body, 'access_token')
      if (reply.status !== 200) return tokenFailure(reply)
      if (!accessToken) return { ok: false, why: 'auth', detail: 'Microsoft returned no access token' }
      const seconds = Number(reply.body.expires_in)
      return {
        ok: true,
        tokens: {
          accessToken,
          refreshToken: textIn(reply.body, 'refresh_token') || null,
          expiresAt: Number.isFinite(seconds) ? await inSeconds(seconds) : null,
        },
        scopes: textIn(reply.body, 'scope').split(' ').filter(Boolean),
      }
    } catch (error) {
      return { ok: false, why: 'retry', detail: describeNoResponse('Microsoft', error) }
    }
  }

  return { authorizeUrl, adminConsentUrl, exchangeCode, refresh }
}

export type MicrosoftOAuth = ReturnType<typeof createMicrosoftOAuth>

/**
 * Maps a refusal of the token endpoint (RFC 6749, 5.2). The `error` decides: the codes in its description (`AADSTS…`) may change, and are
 * shown as they are.
 */
function tokenFailure({ status, body }: MicrosoftReply): ProviderFailure {
  const name = textIn(body, 'error')
  const words = withoutTrace(textIn(body, 'error_description'))
  const said = words || textIn(body.error, 'message')
  const transient = status >= 500 || status === 408 || status === 429 || name === 'temporarily_unavailable'
  return {
    ok: false,
    why: transient ? 'retry' : 'auth',
    detail: [name, said].filter(Boolean).join(': ').slice(0, 500) || `Microsoft returned ${status}`,
    code: [status, name].filter(Boolean).join(' '),
  }
}

const inSeconds = async (seconds: number) => new Date((await systemClock.now()).getTime() + seconds * 1000)

/** Microsoft's words of an error, without the trace for its support that follows. */
export const withoutTrace = (said: string): string => said.split(/\r?\n|Trace ID:/)[0]!.trim()
