import { type Header, headerOf, splitMessage } from '../mail/message'
import { writeString } from './parse'

/** One part of a message (RFC 2045). */
interface Part {
  headers: Header[]
  /** The headers as they stand, with the empty line. */
  head: Buffer
  body: Buffer
  /** In lower case, without parameters. */
  type: string
  parts: Part[]
}

function readPart(raw: Buffer): Part {
  const { headers, body } = splitMessage(raw)
  const contentType = headerOf(headers, 'Content-Type')
  const type = /^\s*([^\s;]+\/[^\s;]+)/.exec(contentType)?.[1]?.toLowerCase() ?? 'text/plain'
  const boundary = type.startsWith('multipart/') ? parametersOf(contentType).get('boundary') : undefined
  const parts = boundary ? pieces(body, boundary).map(readPart) : []
  return { headers, head: raw.subarray(0, raw.length - body.length), body, type, parts }
}

/** What stands between boundary lines (RFC 2046, 5.1.1). */
function pieces(body: Buffer, boundary: string): Buffer[] {
  const literally = boundary.replace(/[^\w]/g, '\\$&')
  const line = new RegExp(`(?:^|\\r?\\n)--${literally}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g')
  const found: Buffer[] = []
  let start = -1
  for (const { index, 0: text, 1: closes } of body.toString('latin1').matchAll(line)) {
    if (start >= 0) found.push(body.subarray(start, index))
    if (closes) return found
    const lineEnd = body.indexOf('\n', index + text.length)
    start = lineEnd < 0 ? body.length : lineEnd + 1
  }
  return start >= 0 ? [...found, body.subarray(start)] : found
}

/** The parameters of a header, not decoded. */
function parametersOf(value: string): Map<string, string> {
  const found = value.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)
  return new Map(
    [...found].map(([, name, quoted, bare]) => [
      name!.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '',
    ]),
  )
}

/** BODYSTRUCTURE (RFC 3501, 7.4.2) with its extension data. */
export const bodyStructure = (raw: Buffer): string => structureOf(readPart(raw))

function structureOf(part: Part): string {
  const { headers, type, body, parts } = part
  const [main = '', sub = ''] = type.split('/')
  const value = (name: string) => headerOf(headers, name)
  const parameters = list(parametersOf(value('Content-Type')))
  const wanted = value('Content-Disposition')
  const kind = /^\s*([^\s;]+)/.exec(wanted)?.[1]
  const disposition = kind ? `(${writeString(kind)} ${list(parametersOf(wanted))})` : 'NIL'
  if (parts.length > 0)
    return `(${parts.map(structureOf).join('')} ${writeString(sub)} ${parameters} ${disposition} NIL NIL)`
  const encoding = value('Content-Transfer-Encoding') || '7bit'
  const lines = body.toString('latin1').split('\n').length - 1
  const fields = [
    writeString(main),
    writeString(sub),
    parameters,
    orNil(value('Content-ID')),
    orNil(value('Content-Description')),
    writeString(encoding),
    String(body.length),
  ]
  if (type === 'message/rfc822') {
    const inner = readPart(body)
    const subject = orNil(headerOf(inner.headers, 'Subject'))
    fields.push(`(NIL ${subject} NIL NIL NIL NIL NIL NIL NIL NIL)`, structureOf(inner), String(lines))
  } else if (main === 'text') fields.push(String(lines))
  return `(${[...fields, 'NIL', disposition, 'NIL', 'NIL'].join(' ')})`
}

const orNil = (value: string) => (value ? writeString(value) : 'NIL')

const list = (parameters: Map<string, string>) =>
  parameters.size === 0
    ? 'NIL'
    : `(${[...parameters].map((pair) => pair.map(writeString).join(' ')).join(' ')})`

/** The bytes of `BODY[2.1]` or `BODY[2.1.MIME]`; null if there is no such part. */
export function partBytes(raw: Buffer, section: string): Buffer | null {
  const [, numbers = '', mime] = /^(\d+(?:\.\d+)*)(\.MIME)?$/.exec(section) ?? []
  let part: Part | undefined = readPart(raw)
  for (const [depth, number] of numbers.split('.').map(Number).entries()) {
    // A forwarded message has the number of its part; its own parts are counted below it.
    const container: Part = depth > 0 && part.type === 'message/rfc822' ? readPart(part.body) : part
    part = container.parts.length > 0 ? container.parts[number - 1] : number === 1 ? container : undefined
    if (!part) return null
  }
  return mime ? part.head : part.body
}
