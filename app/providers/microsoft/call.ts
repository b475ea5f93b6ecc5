import { MICROSOFT_WORK } from '~/providers/net/budget'
import { deadline } from '~/providers/net/deadline'
import { readBytes } from '~/providers/net/read-body'

export interface MicrosoftCall {
  method?: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | URLSearchParams
}

/** A response of any status. */
export interface MicrosoftReply {
  status: number
  headers: Headers
  bytes: Buffer
  /** The JSON object in the body; empty if there is none. */
  body: Record<string, unknown>
}

/** The response was larger than any that was asked for. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/**
 * One call to Microsoft, with one attempt: the caller decides what a failure means.
 * @param limitMs the longest wait for the whole response
 * @param isCut whether the beginning of a response that is too large will do
 * @throws TooLarge, or what `fetch` throws without a response
 */
export async function callMicrosoft(
  { method = 'GET', url, headers = {}, body }: MicrosoftCall,
  limitMs: number,
  signal?: AbortSignal,
  isCut = false,
): Promise<MicrosoftReply> {
  const limited = deadline(limitMs, signal)
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    redirect: 'error', // the token goes to no other address
    signal: limited,
  })
  const { bytes, isWhole } = await readBytes(response, MICROSOFT_WORK.bytes, limited)
  if (!isWhole && !isCut) throw new TooLarge('Microsoft sent far more data than requested')
  return { status: response.status, headers: response.headers, bytes, body: objectIn(bytes) }
}

function objectIn(bytes: Buffer): Record<string, unknown> {
  if (bytes[0] !== 0x7b) return {}
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text of a response; empty if it has none of that name. */
export const textIn = (body: unknown, name: string): string => {
  const value = isObject(body) ? body[name] : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * When the service wants to be asked again (RFC 9110, 10.2.3): a date, or seconds after the date of its response. By its own time; undefined
 * if it does not say.
 */
export function retryTime(headers: Headers): Date | undefined {
  const written = headers.get('retry-after')?.trim() ?? ''
  const at = /^\d{1,9}$/.test(written)
    ? Date.parse(headers.get('date') ?? '') + Number(written) * 1000
    : Date.parse(written)
  return Number.isNaN(at) ? undefined : new Date(at)
}
