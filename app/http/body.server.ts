import { AppError } from '../errors'

/** Bytes of a JSON or form body, unless a route says otherwise: the longest template fits. */
export const DEFAULT_BODY_LIMIT = 2 * 1024 * 1024

/** A body that is too large is still taken in, up to this, so that its sender gets to read the answer. */
const DRAIN_LIMIT = 64 * 1024 * 1024

/**
 * Reads a body of at most `limit` bytes, however it is sent.
 * @throws AppError TOO_LARGE for a larger one
 */
export async function readBody(request: Request, limit = DEFAULT_BODY_LIMIT): Promise<Uint8Array> {
  let chunks: Uint8Array[] = []
  let size = 0
  let tooLarge = Number(request.headers.get('content-length') ?? 0) > limit
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      tooLarge ||= size > limit
      if (tooLarge) chunks = []
      else chunks.push(chunk)
      if (size > DRAIN_LIMIT) break
    }
  }
  if (tooLarge) throw new AppError('TOO_LARGE', `The request is larger than ${Math.floor(limit / 1024)} KB`)
  return Buffer.concat(chunks)
}

/**
 * A JSON object from the body; an empty body is an empty object.
 * @throws AppError UNSUPPORTED_TYPE for another media type, INVALID when it is malformed.
 */
export async function readJson(request: Request, limit?: number): Promise<Record<string, unknown>> {
  const body = await readBody(request, limit)
  if (body.byteLength === 0) return {}
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type))
    throw new AppError('UNSUPPORTED_TYPE', 'The body must be application/json')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new AppError('INVALID', 'The body is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('INVALID', 'The body must be a JSON object')
  }
  return storable(value) as Record<string, unknown>
}

/**
 * The fields of a form.
 * @throws AppError UNSUPPORTED_TYPE for another media type, INVALID when it is malformed.
 */
export async function readForm(request: Request, limit?: number): Promise<FormData> {
  const body = await readBody(request, limit)
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError('UNSUPPORTED_TYPE', 'The body must be a form')
  }
  let form: FormData
  try {
    form = await new Response(body as BodyInit, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new AppError('INVALID', 'The form is malformed')
  }
  const clean = new FormData()
  for (const [name, value] of form) {
    if (typeof value === 'string') clean.append(storable(name) as string, storable(value) as string)
    else clean.append(name, value)
  }
  return clean
}

/** What PostgreSQL can store: no NUL (refused), no half of a surrogate pair (replaced). */
export function storable(value: unknown, depth = 0): unknown {
  if (depth > 100) throw new AppError('INVALID', 'The body is nested too deeply')
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new AppError('INVALID', 'Text must not contain the NUL character')
    return wellFormed(value)
  }
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [storable(key, depth + 1), storable(item, depth + 1)]),
    )
  }
  return value
}

const wellFormed = (text: string) => (text as string & { toWellFormed(): string }).toWellFormed()
