import { JsonTooLarge, parseBoundedJson } from '~/models/shared/bounded-json'
import { AppError } from '../errors'
import { boundaryOf, createLimit, hasLongHeaders, typeOf } from './multipart'

/** The largest JSON or form body in bytes, unless a route says otherwise: the longest template fits. */
const DEFAULT_BODY_LIMIT = 2 * 1024 * 1024

/** A body that is too large is still read up to this size, so that its sender can read the error response. */
const DRAIN_LIMIT = 64 * 1024 * 1024

/**
 * Reads a body of at most `limit` bytes, with or without a Content-Length.
 * @throws AppError TOO_LARGE for a larger one
 */
async function readBody(request: Request, limit = DEFAULT_BODY_LIMIT): Promise<Uint8Array> {
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
    value = parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    if (error instanceof JsonTooLarge) throw new AppError('INVALID', error.message)
    throw new AppError('INVALID', 'The body is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('INVALID', 'The body must be a JSON object')
  }
  return storable(value) as Record<string, unknown>
}

/** The most fields in a form, and the most with the same name (the checkboxes of a list). */
const MAX_FORM_FIELDS = 1000
const MAX_SAME_NAME = 200

/** The most bytes of the headers of a multipart field. Browsers send a name and perhaps a file name. */
const MAX_PART_HEADERS = 8_000

/** Our forms use flat names: no dots and no indexes, which a parser would turn into nested objects and long arrays. */
const FIELD_NAME = /^\w[\w-]{0,99}$/

/**
 * The fields of a form. Their number and names are checked before anything else reads them.
 * @throws AppError UNSUPPORTED_TYPE for another media type, INVALID when it is malformed or has too many fields.
 */
export async function readForm(request: Request, limit?: number): Promise<FormData> {
  const body = await readBody(request, limit)
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError('UNSUPPORTED_TYPE', 'The body must be a form')
  }
  const form = await (/^multipart/i.test(type) ? parseMultipart(body, type) : parseUrlencoded(body))
  const clean = new FormData()
  const counts = new Map<string, number>()
  for (const [name, value] of form) {
    if (!FIELD_NAME.test(name)) throw new AppError('INVALID', 'The form has an unknown field')
    const count = (counts.get(name) ?? 0) + 1
    if (count > MAX_SAME_NAME) throw new AppError('INVALID', 'The form has too many values for one field')
    counts.set(name, count)
    clean.append(name, typeof value === 'string' ? storableText(value) : value)
  }
  return clean
}

function parseMultipart(body: Uint8Array, type: string): Promise<FormData> {
  const boundary = boundaryOf(type)
  if (boundary === null) throw malformed()
  requireFewFields(body, `--${boundary}`)
  if (hasLongHeaders(body, boundary, MAX_PART_HEADERS)) throw malformed()
  return parseForm(body, typeOf(boundary))
}

function parseUrlencoded(body: Uint8Array): Promise<FormData> {
  requireFewFields(body, '&')
  // The parser takes long for a million pluses, which stand for spaces.
  for (let at = 0; at < body.length; at += 1) if (body[at] === PLUS) body[at] = SPACE
  return parseForm(body, 'application/x-www-form-urlencoded')
}

const PLUS = 0x2b
const SPACE = 0x20

/** Counts the separators of fields before parsing: `&` (URL Standard), or the boundary (RFC 2046, section 5.1.1). */
function requireFewFields(body: Uint8Array, separator: string): void {
  const hasMore = createLimit(separator, MAX_FORM_FIELDS)
  if (hasMore(body)) throw new AppError('INVALID', 'The form has too many fields')
}

async function parseForm(body: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(body as BodyInit, { headers: { 'content-type': type } }).formData()
  } catch {
    throw malformed()
  }
}

const malformed = () => new AppError('INVALID', 'The form is malformed')

/** Makes a value storable in PostgreSQL: refuses NUL, replaces unpaired surrogates. */
export function storable(value: unknown, depth = 0): unknown {
  if (depth > 100) throw new AppError('INVALID', 'The body is nested too deeply')
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth + 1)]),
    )
  }
  return value
}

/** The same for a single text. */
export function storableText(text: string): string {
  if (text.includes('\0')) throw new AppError('INVALID', 'Text must not contain the NUL character')
  return wellFormed(text)
}

const wellFormed = (text: string) => (text as string & { toWellFormed(): string }).toWellFormed()
