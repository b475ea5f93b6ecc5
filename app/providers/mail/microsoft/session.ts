import { systemClock } from '~/clock.server'
import { callMicrosoft, type MicrosoftReply } from '~/providers/microsoft/call'
import { type MicrosoftConfig, microsoftHosts } from '~/providers/microsoft/hosts'
import type { ProviderFailure } from '~/providers/net/failure'
import type { OAuthTokens } from '~/providers/net/oauth'
import { brokenOff, type CallKind, graphFailure } from './failure'

export interface MicrosoftSessionOptions {
  tokens: OAuthTokens
  /**
   * Replaces an access token that Microsoft no longer takes. One worker at a time may refresh the tokens of a mailbox: the others get what
   * it stored. @param stale the access token to replace
   */
  renew(stale: string): Promise<{ ok: true; tokens: OAuthTokens } | ProviderFailure>
  config: MicrosoftConfig
  /** The longest wait for the response to a call that hands over an email, in milliseconds; default 30 s. */
  sendTimeoutMs?: number
  /** The longest wait for any other response; default 20 s. */
  readTimeoutMs?: number
  /** The longest time for a task of many calls; default two minutes. */
  totalMs?: number
}

export interface GraphCall {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Below `/v1.0`, or a whole address that Graph returned. */
  path: string
  /** The base64 text of a MIME message. */
  mime?: string
  /** How many entries a page has. */
  pageSize?: number
  /** Whether the beginning of a response that is too large will do. */
  isCut?: boolean
}

export type GraphResult = { ok: true; reply: MicrosoftReply } | ProviderFailure

/** An access token that ends so soon is replaced before the call, in milliseconds. */
const MARGIN_MS = 60_000

/** Calls Microsoft Graph with one grant: renews the access token, with at most one renewal at a time, and maps errors. */
export function createMicrosoftSession(options: MicrosoftSessionOptions) {
  const { graph } = microsoftHosts(options.config)
  const sending = options.sendTimeoutMs ?? 30_000
  const timeouts = { send: sending, draft: sending, read: options.readTimeoutMs ?? 20_000 }
  let { tokens } = options
  let renewing: Promise<ProviderFailure | null> | null = null

  /** Renews the tokens, unless another caller has already replaced `stale`. Concurrent callers share one renewal. */
  async function renew(stale: string): Promise<ProviderFailure | null> {
    if (tokens.accessToken !== stale) return null
    renewing ??= options
      .renew(stale)
      .then((renewed) => {
        if (!renewed.ok) return renewed
        tokens = renewed.tokens
        return null
      })
      .finally(() => {
        renewing = null
      })
    return renewing
  }

  /** Makes one call. After a 401 it renews the token and retries once, which is safe because nothing was accepted. */
  async function call(kind: CallKind, signal: AbortSignal, given: GraphCall): Promise<GraphResult> {
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) return { ok: false, why: 'retry', detail: 'Stopped before the attempt' }
      const soon = (await systemClock.now()).getTime() + MARGIN_MS
      if (tokens.expiresAt && tokens.expiresAt.getTime() < soon) {
        const failure = await renew(tokens.accessToken)
        if (failure) return failure
      }
      const used = tokens.accessToken
      try {
        const reply = await callMicrosoft(asRequest(given, used), timeouts[kind], signal, given.isCut)
        if (reply.status < 300) return { ok: true, reply }
        if (reply.status !== 401 || attempt > 1) return graphFailure(reply, kind)
      } catch (error) {
        return brokenOff(error, kind)
      }
      const failure = await renew(used)
      if (failure) return failure
    }
  }

  function asRequest({ method = 'GET', path, mime, pageSize }: GraphCall, accessToken: string) {
    // Ids stay the same when a message moves, e.g. from Drafts to Sent Items (learn.microsoft.com/graph/outlook-immutable-id).
    const prefer = [`IdType="ImmutableId"`, ...(pageSize ? [`odata.maxpagesize=${pageSize}`] : [])]
    return {
      method,
      url: path.startsWith('/') ? graph + path : path,
      headers: {
        authorization: `Bearer ${accessToken}`,
        prefer: prefer.join(', '),
        ...(mime === undefined ? {} : { 'content-type': 'text/plain' }),
      },
      ...(mime === undefined ? (method === 'POST' ? { body: '' } : {}) : { body: mime }),
    }
  }

  /** Whether an address that Graph returned belongs to it: the token must go nowhere else. */
  const isOurs = (address: string): boolean => address.startsWith(`${graph}/`)

  return { call, isOurs }
}

export type MicrosoftSession = ReturnType<typeof createMicrosoftSession>
