import { type gmail_v1, gmail as gmailApi } from '@googleapis/gmail'
import { OAuth2Client } from 'google-auth-library'
import { googleHosts, transporterOptions } from '~/providers/google/hosts'
import { createGoogleOAuth, type GoogleOAuthConfig } from '~/providers/google/oauth'
import { deadline } from '~/providers/net/deadline'
import type { ProviderFailure } from '~/providers/net/failure'
import type { OAuthTokens } from '~/providers/net/oauth'
import { type CallKind, gmailFailure, statusOf } from './failure'

export interface GmailSessionOptions {
  tokens: OAuthTokens
  /** Stores renewed tokens; they are used only after it has resolved. */
  onTokens(tokens: OAuthTokens): Promise<void>
  oauth: GoogleOAuthConfig
  /** The longest wait for the response to a send, in milliseconds; default 30 s. */
  sendTimeoutMs?: number
  /** The longest wait for any other response; default 20 s. */
  readTimeoutMs?: number
  /** The longest time for a task of many calls; default two minutes. */
  totalMs?: number
}

/** Passed to the library with each call, including the root: the library drops the path of a global one. */
interface CallOptions {
  rootUrl: string
  signal: AbortSignal
  retry: false
}

export type GmailResult<T> = { ok: true; data: T; serverTime: Date | null } | ProviderFailure

/** Thrown through the library if a token refresh that it requested failed. */
class GrantFailure extends Error {
  override readonly name = 'GrantFailure'
  constructor(readonly failure: ProviderFailure) {
    super(failure.detail)
  }
}

/** Calls the Gmail API with one grant: renews the access token, with at most one renewal at a time, and maps errors. */
export function createGmailSession(options: GmailSessionOptions) {
  const oauth = createGoogleOAuth(options.oauth)
  const { gmail: rootUrl } = googleHosts(options.oauth)
  const timeouts = { send: options.sendTimeoutMs ?? 30_000, read: options.readTimeoutMs ?? 20_000 }
  let { tokens } = options
  let renewing: Promise<ProviderFailure | null> | null = null

  const auth = new OAuth2Client({ transporterOptions: transporterOptions(timeouts.send) })
  const use = (current: OAuthTokens) =>
    auth.setCredentials({
      access_token: current.accessToken,
      ...(current.expiresAt && { expiry_date: current.expiresAt.getTime() }),
    })
  use(tokens)
  // The library calls this when the token is about to expire by the machine's clock.
  auth.refreshHandler = async () => {
    const failure = await renew(tokens.accessToken)
    if (failure) throw new GrantFailure(failure)
    return { access_token: tokens.accessToken, expiry_date: tokens.expiresAt?.getTime() ?? 0 }
  }
  const api = gmailApi({ version: 'v1', auth })

  /** Renews the tokens, unless another caller has already replaced `stale`. Concurrent callers share one renewal. */
  async function renew(stale: string): Promise<ProviderFailure | null> {
    if (tokens.accessToken !== stale) return null
    renewing ??= renewNow().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function renewNow(): Promise<ProviderFailure | null> {
    if (!tokens.refreshToken) return { ok: false, why: 'auth', detail: 'Google returned no refresh token' }
    const renewed = await oauth.refresh(tokens.refreshToken)
    if (!renewed.ok) return renewed
    try {
      await options.onTokens(renewed.tokens)
    } catch {
      return { ok: false, why: 'retry', detail: 'The renewed tokens could not be stored' }
    }
    tokens = renewed.tokens
    use(tokens)
    return null
  }

  /** Makes one call. After a 401 it renews the token and retries once, which is safe because nothing was accepted. */
  async function call<T>(
    phase: CallKind,
    signal: AbortSignal,
    run: (api: gmail_v1.Gmail, options: CallOptions) => Promise<{ data: T; headers: object }>,
  ): Promise<GmailResult<T>> {
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) return { ok: false, why: 'retry', detail: 'Stopped before the attempt' }
      const used = tokens.accessToken
      const limited = deadline(timeouts[phase], signal)
      try {
        const { data, headers } = await run(api, { rootUrl, signal: limited, retry: false })
        return { ok: true, data, serverTime: dateOf(headers) }
      } catch (error) {
        if (error instanceof GrantFailure) return error.failure
        if (statusOf(error) !== 401 || attempt > 1) return gmailFailure(error, phase)
        const failure = await renew(used)
        if (failure) return failure
      }
    }
  }

  return { call }
}

export type GmailSession = ReturnType<typeof createGmailSession>

/** Google's own time of a response: the library types its headers in two ways, both of which are readable here. */
function dateOf(headers: object): Date | null {
  const written = new Headers(headers as HeadersInit).get('date')
  return written && !Number.isNaN(Date.parse(written)) ? new Date(written) : null
}
