/**
 * The parts of a message. We split them ourselves because the general parser merges the machine-readable parts of reports into the
 * text, and reports are recognized by these parts. Bounded in depth, number and size; never throws.
 */
export interface MimePart {
  /** Names in lower case, values unfolded; for a repeated header all values, in order. */
  headers: Map<string, string[]>
  /** In lower case, without parameters. */
  type: string
  /** Still in its transfer encoding. */
  body: string
  parts: MimePart[]
}

/** Limits for the whole message. */
export const MIME_LIMITS = { depth: 8, parts: 60, headers: 400, headerLength: 32_768 }

/** The longest headers of one part, in characters; without an empty line in it, a part has no body. */
const MAX_HEAD = 1024 * 1024
/** How many times its own length of a long message is searched for boundaries: levels of multiparts repeat the search. */
const MAX_SEARCHES = 4
const SMALL = 16 * 1024 * 1024
/** A boundary is meant to occur nowhere else: after so many other occurrences the rest of a body is not searched. */
const MAX_MISSES = 1_000

/** Splits `source` (bytes as latin1) into its headers, its body and its parts, if any. */
export function splitParts(source: string): MimePart {
  const lines = source.includes('\n') ? source : withLineFeeds(source)
  // Some programs write a byte order mark or empty lines before the first header.
  return split(lines.replace(/^ï»¿/, '').replace(/^[\r\n]+/, ''), 0, {
    left: MIME_LIMITS.parts,
    search: SMALL + MAX_SEARCHES * lines.length,
  })
}

/** Converts bare carriage returns to line feeds. Works byte by byte, because replacing in the string takes much memory. */
function withLineFeeds(source: string): string {
  const bytes = Buffer.from(source, 'latin1')
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) bytes[at] = 10
  return bytes.toString('latin1')
}

function split(source: string, depth: number, budget: { left: number; search: number }): MimePart {
  budget.left -= 1
  const [head, body] = headAndBody(source)
  const headers = parseFields(head)
  const contentType = headers.get('content-type')?.[0] ?? ''
  const named = contentType.split(';', 1)[0]!.trim().toLowerCase()
  const type = named.includes('/') ? named : 'text/plain'
  const boundary = type.startsWith('multipart/') ? parameter(contentType, 'boundary') : undefined
  const parts: MimePart[] = []
  if (boundary && depth < MIME_LIMITS.depth && budget.search >= body.length) {
    budget.search -= body.length
    for (const piece of pieces(body, boundary, budget.left)) {
      if (budget.left > 0) parts.push(split(piece, depth + 1, budget))
    }
  }
  return { headers, type, body, parts }
}

/** A part that begins with an empty line has no headers. One without an empty line has only headers. */
function headAndBody(source: string): [head: string, body: string] {
  const bare = /^\r?\n/.exec(source)
  if (bare) return ['', source.slice(bare[0].length)]
  const start = source.slice(0, MAX_HEAD)
  const empty = /\r?\n\r?\n/.exec(start)
  return empty ? [source.slice(0, empty.index), source.slice(empty.index + empty[0].length)] : [start, '']
}

/** The headers of a message alone. */
export function readHeaders(raw: Buffer): MimePart {
  const [head] = headAndBody(raw.toString('latin1', 0, MAX_HEAD).replace(/^[\r\n]+/, ''))
  return { headers: parseFields(head), type: '', body: '', parts: [] }
}

/** Parses `Name: value` lines and joins continuation lines (RFC 5322, 2.2.3; reports use the same syntax). */
export function parseFields(block: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  const lines = block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, MIME_LIMITS.headers)
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, Math.min(colon, 100)).trim().toLowerCase()
    const values = fields.get(name)
    const value = shorten(line.slice(colon + 1)).trim()
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return fields
}

/** Keeps the beginning and the end of a value that is too long: of many message ids the last ones matter. */
function shorten(value: string): string {
  const half = MIME_LIMITS.headerLength / 2
  return value.length > 2 * half ? `${value.slice(0, half)} ${value.slice(-half)}` : value
}

/** A parameter of a header such as Content-Type, without its quotes. */
export function parameter(value: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value.slice(0, 2_000))
  return found?.[1] ?? found?.[2]
}

/** The fields or headers inside a part, decoded from its transfer encoding, as UTF-8 (RFC 6533) or latin1. */
export function decodeFields(part: MimePart): string {
  return readBytes(decodeTransfer(part).slice(0, MAX_FIELDS))
}

const MAX_FIELDS = 100_000

/** Decodes bytes held as latin1 into their most likely text. */
function readBytes(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? bytes : text
}

/** The beginning of a part's content as bytes in latin1, decoded from its transfer encoding. */
export function decodeTransfer(part: MimePart, most = 2 * MAX_FIELDS): string {
  const encoding = headerOf(part, 'content-transfer-encoding').toLowerCase()
  const body = part.body.slice(0, most)
  if (encoding.startsWith('base64')) return Buffer.from(body, 'base64').toString('latin1')
  if (!encoding.startsWith('quoted-printable')) return body
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The first header with that name; empty if there is none. */
export const headerOf = (part: MimePart, name: string): string => part.headers.get(name)?.[0] ?? ''

/** The message and all its parts, depth first. */
export function allParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(allParts)]
}

/** The contents between boundary lines (RFC 2046, 5.1.1); a missing closing line is accepted. */
function pieces(body: string, boundary: string, most: number): string[] {
  const found: string[] = []
  const delimiter = `--${boundary}`
  let start = -1
  let misses = 0
  for (let at = body.indexOf(delimiter); at >= 0 && found.length < most && misses < MAX_MISSES; ) {
    const after = at + delimiter.length
    const closes = body.startsWith('--', after)
    // "--b10" is not a boundary line of "b1".
    const isLine = (at === 0 || body[at - 1] === '\n') && (closes || /\s/.test(body[after] ?? '\n'))
    if (isLine) {
      if (start >= 0) found.push(body.slice(start, at).replace(/\r?\n$/, ''))
      const lineEnd = body.indexOf('\n', after)
      if (closes || lineEnd < 0) return found
      start = lineEnd + 1
    } else misses += 1
    at = body.indexOf(delimiter, after)
  }
  if (start >= 0 && found.length < most) found.push(body.slice(start))
  return found
}
