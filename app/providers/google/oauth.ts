import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import type { ProviderFailure } from '~/providers/net/failure'
import type { OAuthIdentity, OAuthTokens } from '~/providers/net/oauth'
import { type GoogleHosts, googleHosts, transporterOptions } from './hosts'
import { tokenFailure } from './token-failure'

/** The OAuth client registered with Google. Base URLs are set for the sandbox only; by default Google's own hosts are used. */
export interface GoogleOAuthConfig {
  clientId: string
  clientSecret: string
  /** Must match a registered address exactly. */
  redirectUri: string
  /** Where the browser is redirected. */
  authBaseUrl?: string
  /** Where server-to-server calls go. */
  apiBaseUrl?: string
  /** The longest wait for one response, in milliseconds; default 10 s. */
  timeoutMs?: number
}

export interface AuthorizeInput {
  /** Random, bound to the session, used once; Google returns it unchanged. */
  state: string
  codeChallenge: string
  scopes: readonly string[]
  /** `consent` forces a new refresh token; `select_account` lets the user add another account. */
  prompt?: 'consent' | 'select_account' | 'consent select_account'
  loginHint?: string
}

export type ExchangeResult =
  | { ok: true; tokens: OAuthTokens; scopes: string[]; user: OAuthIdentity }
  | ProviderFailure

/**
 * Google's OAuth 2.0 for web servers (code flow with PKCE). Failures are values: `auth` if the user must reconnect or the
 * registration is wrong, `retry` if Google is unavailable.
 */
export function createGoogleOAuth(config: GoogleOAuthConfig) {
  const hosts = googleHosts(config)
  const client = () => newClient(config, hosts)

  /** The address to redirect the browser to. */
  function authorizeUrl(input: AuthorizeInput): string {
    return client().generateAuthUrl({
      access_type: 'offline',
      include_granted_scopes: true,
      scope: [...input.scopes],
      state: input.state,
      code_challenge: input.codeChallenge,
      code_challenge_method: CodeChallengeMethod.S256,
      ...(input.prompt && { prompt: input.prompt }),
      ...(input.loginHint && { login_hint: input.loginHint }),
    })
  }

  /** Exchanges the callback's code for tokens and looks up the account that granted them. */
  async function exchangeCode(input: { code: string; codeVerifier: string }): Promise<ExchangeResult> {
    const own = client()
    try {
      const { tokens } = await own.getToken(input)
      if (!tokens.access_token) return { ok: false, why: 'auth', detail: 'Google returned no access token' }
      own.setCredentials({ access_token: tokens.access_token })
      const user = await identify(own)
      if (!user) return { ok: false, why: 'auth', detail: 'Google did not return the account’s address' }
      return {
        ok: true,
        tokens: tokensOf(tokens),
        scopes: (tokens.scope ?? '').split(' ').filter(Boolean),
        user,
      }
    } catch (error) {
      return tokenFailure(error)
    }
  }

  async function identify(own: OAuth2Client): Promise<OAuthIdentity | null> {
    const { data } = await own.request<Record<string, unknown>>({ url: hosts.userinfo })
    const { sub, email, name, hd } = data
    if (typeof sub !== 'string' || typeof email !== 'string') return null
    return {
      ...{ sub, email: email.toLowerCase(), name: typeof name === 'string' ? name : '' },
      // The hosted domain: only accounts of Google Workspace have it (OpenID Connect at Google, "hd").
      organization: typeof hd === 'string' ? hd.toLowerCase() : null,
    }
  }

  /** Gets a new access token. Store the refresh token of the result: Google may rotate it. */
  async function refresh(refreshToken: string): Promise<{ ok: true; tokens: OAuthTokens } | ProviderFailure> {
    const own = client()
    let rotated: string | null | undefined
    // The library overwrites a new refresh token with the old one; this event still carries Google's own response.
    own.on('tokens', (tokens) => {
      rotated = tokens.refresh_token
    })
    own.setCredentials({ refresh_token: refreshToken })
    try {
      const { credentials } = await own.refreshAccessToken()
      if (!credentials.access_token)
        return { ok: false, why: 'auth', detail: 'Google returned no access token' }
      return { ok: true, tokens: { ...tokensOf(credentials), refreshToken: rotated ?? refreshToken } }
    } catch (error) {
      return tokenFailure(error)
    }
  }

  /** Revokes the whole grant that `token` belongs to. A grant that is already revoked counts as success. */
  async function revoke(token: string): Promise<{ ok: true } | ProviderFailure> {
    try {
      await client().revokeToken(token)
      return { ok: true }
    } catch (error) {
      const failure = tokenFailure(error)
      return failure.code?.startsWith('400') ? { ok: true } : failure
    }
  }

  return { authorizeUrl, exchangeCode, refresh, revoke }
}

export type GoogleOAuth = ReturnType<typeof createGoogleOAuth>

function newClient(config: GoogleOAuthConfig, hosts: GoogleHosts): OAuth2Client {
  return new OAuth2Client({
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    redirectUri: config.redirectUri,
    endpoints: { oauth2AuthBaseUrl: hosts.auth, oauth2TokenUrl: hosts.token, oauth2RevokeUrl: hosts.revoke },
    transporterOptions: transporterOptions(config.timeoutMs ?? 10_000),
  })
}

interface LibraryTokens {
  access_token?: string | null
  refresh_token?: string | null
  expiry_date?: number | null
}

const tokensOf = (tokens: LibraryTokens): OAuthTokens => ({
  accessToken: tokens.access_token ?? '',
  refreshToken: tokens.refresh_token ?? null,
  expiresAt: tokens.expiry_date ? new Date(tokens.expiry_date) : null,
})
