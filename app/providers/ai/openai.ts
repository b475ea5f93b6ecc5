import { setTimeout as sleep } from 'node:timers/promises'
import { AI_CALL } from '~/providers/net/budget'
import { deadline } from '../net/deadline'
import { readText } from '../net/read-body'
import { failureOf, secondsOf, textOf, wordsOf } from './response'
import type { AiConfig, AiFailure, AiProvider, AiRequest, AiResult } from './types'

/** The user waits for the response; this is longer than a slow hosted model takes. */
const TIMEOUT = 60_000
/** Retries after transient failures. */
const RETRIES = 2
/** The longest pause between two attempts, in milliseconds; a service that asks for more is reported as busy. */
const MAX_WAIT = 8_000

/** Parameters that some engines know by another name, or not at all. */
type Fallback = 'max_tokens' | 'temperature'

/** Any service that implements `POST /chat/completions`. */
export function createOpenAiProvider(config: AiConfig): AiProvider {
  const url = `${config.baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`
  return {
    async generate(request, signal) {
      const gone = new Set<Fallback>()
      let failures = 0
      const endsAt = performance.now() + (config.totalMs ?? AI_CALL.ms)
      for (;;) {
        const left = endsAt - performance.now()
        const outcome = await attempt(url, config, request, gone, signal, left)
        if ('result' in outcome) return outcome.result
        if ('without' in outcome) {
          gone.add(outcome.without)
          continue
        }
        const wait = outcome.waitMs ?? 500 * 2 ** failures
        if (failures++ >= RETRIES || wait > MAX_WAIT || endsAt - performance.now() <= wait)
          return outcome.failure
        try {
          await sleep(wait, undefined, { signal })
        } catch {
          return ABORTED
        }
      }
    },
  }
}

const ABORTED: AiFailure = { ok: false, why: 'aborted', detail: 'Cancelled.' }

type Outcome =
  | { result: AiResult }
  | { without: Fallback }
  /** What may pass by itself. */
  | { failure: AiFailure; waitMs?: number }

async function attempt(
  url: string,
  { apiKey, model, timeoutMs = TIMEOUT }: AiConfig,
  request: AiRequest,
  gone: Set<Fallback>,
  signal: AbortSignal,
  leftMs: number,
): Promise<Outcome> {
  const limit = Math.max(1, Math.floor(Math.min(timeoutMs, leftMs)))
  const limited = deadline(limit, signal)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      },
      body: JSON.stringify(bodyOf(model, request, gone)),
      redirect: 'error', // the key goes to no other address
      signal: limited,
    })
    const body = await readText(response, AI_CALL.bytes, limited)
    if (response.ok) return { result: textOf(body) }
    const failure = failureOf(response.status, body, response.headers)
    const unknown = response.status === 400 || response.status === 422 ? parameterOf(body) : null
    if (unknown && !gone.has(unknown)) return { without: unknown }
    const passes =
      failure.why === 'unreachable' ||
      (failure.why === 'quota' && wordsOf(body).code !== 'insufficient_quota')
    if (!passes || response.headers.get('x-should-retry') === 'false') return { result: failure }
    const seconds = secondsOf(response.headers)
    return { failure, waitMs: seconds === undefined ? undefined : seconds * 1000 }
  } catch {
    if (signal.aborted) return { result: ABORTED }
    // Not retried: the user has waited long enough already.
    if (limited.aborted)
      return {
        result: {
          ok: false,
          why: 'timeout',
          detail: `The AI service did not answer within ${Math.round(limit / 1000)} seconds.`,
        },
      }
    return {
      failure: { ok: false, why: 'unreachable', detail: 'The AI service cannot be reached (AI_BASE_URL).' },
    }
  }
}

/** OpenAI's reasoning models need `max_completion_tokens` and no temperature; most other engines accept only `max_tokens`. */
const bodyOf = (
  model: string,
  { system, user, maxTokens, temperature = 0.7 }: AiRequest,
  gone: Set<Fallback>,
) => ({
  model,
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ],
  ...(gone.has('temperature') ? {} : { temperature }),
  ...(gone.has('max_tokens') ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
  stream: false,
})

function parameterOf(body: string): Fallback | null {
  const { message, param } = wordsOf(body)
  for (const name of ['max_tokens', 'temperature'] as const)
    if (param === name || message.split(/\W+/).includes(name)) return name
  return null
}
