import type { LeadFailure } from './types'

/** Seconds to wait after a refusal that names no time: the limits reset every minute. */
const DEFAULT_WAIT = 60

/** The JSON object in a body; null if there is none. */
export function readObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The message of a refusal: the first of the vendor's error fields that has one, else short plain text. */
function wordsOf(body: string): string {
  const parsed = readObject(body)
  if (!parsed) return /[<{]/.test(body) ? '' : cut(body)
  for (const name of ['error', 'message', 'error_message'] as const) {
    const value = parsed[name]
    if (isObject(value) && typeof value.message === 'string') return cut(value.message)
    if (typeof value !== 'string' || !value.trim()) continue
    // Some messages are JSON texts themselves.
    const inner = value.trim().startsWith('{') ? wordsOf(value) : ''
    return inner || cut(value)
  }
  return ''
}

const cut = (text: string) => text.trim().slice(0, 300)

/** Maps a refused call to a failure (reference: the vendor's status table). */
export function failureOf(status: number, body: string, headers: Headers): LeadFailure {
  const said = wordsOf(body)
  const fail = (why: LeadFailure['why'], otherwise: string): LeadFailure => ({
    ok: false,
    why,
    detail: said || otherwise,
  })
  if (status === 401) return fail('key', 'The API key was rejected.')
  if (status === 403)
    return fail('scope', 'The API key has no permission for this, or the plan does not include it.')
  if (status === 429) {
    const failure = fail('limited', 'This key’s plan allows no more calls at the moment.')
    return { ...failure, retryAfter: waitOf(body, headers) }
  }
  if (status >= 500 || status === 408) return fail('unreachable', `Apollo has a problem (${status}).`)
  if (status === 402 || (status === 422 && /\bcredits?\b/i.test(said)))
    return fail('credits', 'The credits of this key are used up.')
  return fail('refused', `Apollo refused the request (${status}).`)
}

/** The requested wait, in seconds. */
function waitOf(body: string, headers: Headers): number {
  const asked = Number(headers.get('retry-after') ?? readObject(body)?.retry_after_seconds ?? Number.NaN)
  return Number.isFinite(asked) && asked >= 0 ? Math.min(asked, 86_400) : DEFAULT_WAIT
}
