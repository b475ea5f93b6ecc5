import type { AiFailure, AiResult } from './types'

interface Choice {
  message?: { content?: unknown; refusal?: unknown }
  delta?: { content?: unknown }
  finish_reason?: unknown
}

/** The text of a complete response, as one JSON object or as events (some engines stream whatever was requested). */
export function textOf(body: string): AiResult {
  const choices = /^\s*data:/.test(body) ? fromEvents(body) : fromJson(body)
  if (!choices)
    return { ok: false, why: 'refused', detail: 'The AI service returned an unknown response format.' }
  const text = withoutThoughts(choices.text)
  if (choices.refusal) return { ok: false, why: 'refused', detail: choices.refusal }
  if (choices.finish === 'content_filter')
    return { ok: false, why: 'refused', detail: 'The AI service’s content filter blocked the text.' }
  if (choices.finish === 'length')
    return { ok: false, why: 'cut', detail: 'The text was cut off. Ask for a shorter one.' }
  if (!text) return { ok: false, why: 'empty', detail: 'The AI service returned no text.' }
  return { ok: true, text }
}

interface Read {
  text: string
  finish: string
  refusal: string
}

function fromJson(body: string): Read | null {
  const parsed = parse(body) as { choices?: Choice[] } | null
  const choice = Array.isArray(parsed?.choices) ? parsed.choices[0] : undefined
  if (!choice?.message) return null
  const { content, refusal } = choice.message
  return { text: plain(content), finish: plain(choice.finish_reason), refusal: plain(refusal) }
}

function fromEvents(body: string): Read {
  const read: Read = { text: '', finish: '', refusal: '' }
  for (const [, data] of body.matchAll(/^data:\s?(.*)$/gm)) {
    const choice = (parse(data!) as { choices?: Choice[] } | null)?.choices?.[0]
    read.text += plain(choice?.delta?.content)
    read.finish = plain(choice?.finish_reason) || read.finish
  }
  return read
}

const plain = (value: unknown) => (typeof value === 'string' ? value : '')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Removes the reasoning of models that emit it; if it never ends, nothing is left. */
const withoutThoughts = (text: string) =>
  text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '').trim()

/** The error message of a refusal: `{"error":{"message"}}`, `{"error":"text"}`, or short plain text. */
export function wordsOf(body: string): { message: string; code: string; param: string } {
  const parsed = parse(body) as { error?: unknown; message?: unknown } | null
  const error = parsed?.error
  if (error && typeof error === 'object') {
    const { message, code, param } = error as Record<string, unknown>
    return { message: plain(message), code: plain(code), param: plain(param) }
  }
  const text = plain(error) || plain(parsed?.message) || (parsed || /</.test(body) ? '' : body.trim())
  return { message: text.slice(0, 300), code: '', param: '' }
}

/** Maps a refused call to a failure (reference: status table of the protocol). */
export function failureOf(status: number, body: string, headers: Headers): AiFailure {
  const { message, code } = wordsOf(body)
  const said = message ? ` It said: ${message}` : ''
  if (status === 401 || status === 403)
    return { ok: false, why: 'auth', detail: `The AI service rejected the key (AI_API_KEY).${said}` }
  if (status === 404)
    return {
      ok: false,
      why: 'not_found',
      detail: `The AI service does not know this address or model (AI_BASE_URL, AI_MODEL).${said}`,
    }
  if (status === 429)
    return {
      ok: false,
      why: 'quota',
      detail:
        code === 'insufficient_quota'
          ? `The AI service’s quota is used up.${said}`
          : `The AI service is busy.${said}`,
      retryAfter: secondsOf(headers),
    }
  if (status >= 500 || status === 408 || status === 409)
    return { ok: false, why: 'unreachable', detail: `The AI service has a problem (${status}).${said}` }
  return { ok: false, why: 'refused', detail: `The AI service refused the request (${status}).${said}` }
}

/** The wait that the service requests, in seconds; undefined for a date or an unreadable value. */
export function secondsOf(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN)
  const seconds = Number.isFinite(ms) ? ms / 1000 : Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
