/**
 * The parts of a message, split by hand: the general parser folds the machine-readable parts of reports into the
 * text, and those are what reports are told apart by. Bounded in depth and number, never throws.
 */
export interface MimePart {
  /** Names in lower case, values unfolded; of a repeated header all values, in order. */
  headers: Map<string, string[]>
  /** In lower case, without parameters. */
  type: string
  /** Still in its transfer encoding. */
  body: string
  parts: MimePart[]
}

const MAX_DEPTH = 4
const MAX_PARTS = 40
const MAX_HEADERS = 400

/** Splits `source` (bytes as latin1) into its headers, its body and, if it has some, its parts. */
export function splitParts(source: string, depth = 0): MimePart {
  const empty = /\r?\n\r?\n/.exec(source)
  // A part may begin with the empty line: then it has no headers.
  const bare = /^\r?\n/.test(source)
  const head = bare ? '' : empty ? source.slice(0, empty.index) : source
  const body = bare ? source.replace(/^\r?\n/, '') : empty ? source.slice(empty.index + empty[0].length) : ''
  const headers = parseFields(head)
  const contentType = headers.get('content-type')?.[0] ?? 'text/plain'
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  const boundary = type.startsWith('multipart/') ? parameter(contentType, 'boundary') : undefined
  const parts =
    boundary && depth < MAX_DEPTH ? pieces(body, boundary).map((p) => splitParts(p, depth + 1)) : []
  return { headers, type, body, parts }
}

/** `Name: value` lines, continuation lines joined (RFC 5322, 2.2.3; the fields of reports are written so too). */
export function parseFields(block: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  const lines = block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, MAX_HEADERS)
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    fields.set(name, [...(fields.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return fields
}

/** A parameter of a header such as Content-Type, without its quotes. */
export function parameter(value: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value)
  return found?.[1] ?? found?.[2]
}

/** The text of a part, decoded from its transfer encoding; bytes as latin1. */
export function decodePart(part: MimePart): string {
  const encoding = part.headers.get('content-transfer-encoding')?.[0]?.toLowerCase() ?? ''
  if (encoding.startsWith('base64')) return Buffer.from(part.body, 'base64').toString('latin1')
  if (!encoding.startsWith('quoted-printable')) return part.body
  return part.body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The first header of that name; empty when there is none. */
export const headerOf = (part: MimePart, name: string): string => part.headers.get(name)?.[0] ?? ''

/** The message and every part in it, depth first. */
export function allParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(allParts)].slice(0, MAX_PARTS)
}

/** What stands between the boundary lines (RFC 2046, 5.1.1); a missing last one is forgiven. */
function pieces(body: string, boundary: string): string[] {
  const found: string[] = []
  let start = -1
  for (let at = body.indexOf(`--${boundary}`); at >= 0 && found.length < MAX_PARTS; ) {
    const atLineStart = at === 0 || body[at - 1] === '\n'
    if (atLineStart) {
      if (start >= 0) found.push(body.slice(start, at).replace(/\r?\n$/, ''))
      const after = at + boundary.length + 2
      if (body.startsWith('--', after)) return found
      const lineEnd = body.indexOf('\n', after)
      if (lineEnd < 0) return found
      start = lineEnd + 1
    }
    at = body.indexOf(`--${boundary}`, at + boundary.length + 2)
  }
  if (start >= 0 && found.length < MAX_PARTS) found.push(body.slice(start))
  return found
}
