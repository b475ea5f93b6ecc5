import { setTimeout as sleep } from 'node:timers/promises'
import { LEAD_CALL } from '~/providers/net/budget'
import { deadline } from '../net/deadline'
import { readText } from '../net/read-body'
import { failureOf, readObject } from './response'
import type { LeadFailure, LeadResult } from './types'

export interface ApolloConfig {
  /** Scheme and host (and a prefix, for the sandbox); `/api/v1/…` is appended. */
  baseUrl: string
  apiKey: string
  /** Milliseconds for one attempt; default 25 s. */
  timeoutMs?: number
  /** Milliseconds for all attempts together; default one minute. */
  totalMs?: number
  /** Pauses between attempts; tests replace it. @throws anything when `signal` is aborted */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

export interface ApolloCall {
  method?: 'GET' | 'POST'
  /** The path below `/api/v1`. */
  path: string
  body?: unknown
  timeoutMs?: number
  /** For calls that a typing user waits for: no retry. */
  once?: boolean
}

const TIMEOUT = 25_000
/** The pauses before the retries of a call that failed at the service or the connection, in milliseconds. */
const WAITS = [1_000, 2_000, 4_000]

export type ApolloResult = { ok: true; body: Record<string, unknown> } | (LeadFailure & { status?: number })

const ABORTED: LeadFailure = { ok: false, why: 'aborted', detail: 'Cancelled.' }

/** Calls the service and retries transient failures; a refusal is final. */
export async function callApollo(
  config: ApolloConfig,
  call: ApolloCall,
  signal: AbortSignal,
): Promise<ApolloResult> {
  const wait = config.wait ?? ((ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop }))
  const endsAt = performance.now() + (config.totalMs ?? LEAD_CALL.ms)
  const left = () => endsAt - performance.now()
  for (let failures = 0; ; failures++) {
    const result = await attempt(config, call, signal, left())
    if (result.ok || result.why !== 'unreachable' || call.once || failures >= WAITS.length) return result
    const pause = WAITS[failures]!
    if (left() <= pause) return result
    try {
      await wait(pause, signal)
    } catch {
      return ABORTED
    }
  }
}

async function attempt(
  { baseUrl, apiKey, timeoutMs = TIMEOUT }: ApolloConfig,
  call: ApolloCall,
  signal: AbortSignal,
  leftMs: number,
): Promise<ApolloResult> {
  const limit = Math.max(1, Math.floor(Math.min(call.timeoutMs ?? timeoutMs, leftMs)))
  const limited = deadline(limit, signal)
  try {
    const response = await fetch(`${baseUrl}/api/v1${call.path}`, {
      method: call.method ?? 'POST',
      headers: {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        'cache-control': 'no-cache',
        accept: 'application/json',
      },
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      redirect: 'error', // the key goes to no other address
      signal: limited,
    })
    const text = await readText(response, LEAD_CALL.bytes, limited)
    if (!response.ok)
      return { ...failureOf(response.status, text, response.headers), status: response.status }
    const body = readObject(text)
    return body
      ? { ok: true, body }
      : { ok: false, why: 'refused', detail: 'Apollo returned an unknown response format.' }
  } catch (error) {
    if (signal.aborted) return ABORTED
    if (limited.aborted)
      return {
        ok: false,
        why: 'timeout',
        detail: `Apollo did not answer within ${Math.round(limit / 1000)} seconds.`,
      }
    // A key with characters that are invalid in a header cannot be a key.
    if (error instanceof TypeError && /header|ByteString/i.test(error.message))
      return { ok: false, why: 'key', detail: 'The API key contains invalid characters.' }
    return { ok: false, why: 'unreachable', detail: 'Apollo cannot be reached.' }
  }
}

/** Maps the value of a successful result. */
export const mapResult = <T>(
  result: ApolloResult,
  read: (body: Record<string, unknown>) => T,
): LeadResult<T> => (result.ok ? { ok: true, value: read(result.body) } : failure(result))

/** The failure without the fields that only this client needs. */
export const failure = ({ ok, why, detail, retryAfter }: LeadFailure): LeadFailure =>
  retryAfter === undefined ? { ok, why, detail } : { ok, why, detail, retryAfter }
