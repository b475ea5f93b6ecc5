import iconv from 'iconv-lite'
import { rtfText } from './rtf'

/**
 * The text in Outlook's winmail.dat (TNEF, [MS-OXTNEF]): of all it may hold, only the body is read. Every length that it states is checked
 * against the bytes there are.
 */

const SIGNATURE = 0x223e9f78
const BODY = 0x2800c
const CODEPAGE = 0x69007
const MAPI = 0x69003
const PR_BODY = 0x1000
const PR_RTF = 0x1009
const PR_HTML = 0x1013
const MULTIPLE = 0x1000
const NAMED = 0x8000
const STRING8 = 0x1e
const UNICODE = 0x1f
/** Types whose values have a length, and the sizes of all others. */
const LONG = new Set([0x0d, STRING8, UNICODE, 0x102])
const SIZES: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
const MAX_ATTRIBUTES = 2_000
const MAX_PROPERTIES = 5_000

export interface TnefText {
  text: string
  html: string
}

/** The body as text or HTML; both empty if it has none, or none that can be read. */
export function tnefText(bytes: Buffer): TnefText {
  const found = { text: '', html: '' }
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) return found
  let charset = 'windows-1252'
  for (let at = 6, n = 0; n < MAX_ATTRIBUTES && at + 9 <= bytes.length; n += 1) {
    const id = bytes.readUInt32LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const value = bytes.subarray(at + 9, at + 9 + length)
    if (id === CODEPAGE && value.length >= 4) charset = charsetOf(value.readUInt32LE(0))
    else if (id === BODY) found.text ||= decode(value, charset)
    else if (id === MAPI) readProperties(value, charset, found)
    at += 9 + length + 2
  }
  return found
}

function readProperties(bytes: Buffer, charset: string, found: TnefText): void {
  let at = 4
  let rtf = ''
  for (let n = 0; n < MAX_PROPERTIES && at + 4 <= bytes.length; n += 1) {
    const type = bytes.readUInt16LE(at)
    const id = bytes.readUInt16LE(at + 2)
    at += 4
    if (id >= NAMED) at = afterName(bytes, at)
    const kind = type & ~MULTIPLE
    const hasCount = LONG.has(kind) || (type & MULTIPLE) !== 0
    const count = hasCount ? numberAt(bytes, at) : 1
    if (hasCount) at += 4
    for (let value = 0; value < count && at < bytes.length; value += 1) {
      const size = LONG.has(kind) ? numberAt(bytes, at) : SIZES[kind]
      if (size === undefined) return
      if (LONG.has(kind)) at += 4
      const content = bytes.subarray(at, at + size)
      at += Math.ceil(size / 4) * 4
      if (id === PR_BODY) found.text ||= decode(content, kind === UNICODE ? 'utf-16le' : charset)
      else if (id === PR_HTML) found.html ||= decode(content, kind === UNICODE ? 'utf-16le' : charset)
      else if (id === PR_RTF) rtf ||= rtfText(content)
    }
  }
  if (!found.text && !found.html) found.text = rtf
}

/** A named property has an id, or a name padded to four bytes, after the GUID. */
function afterName(bytes: Buffer, at: number): number {
  const isText = numberAt(bytes, at + 16) === 1
  return at + 24 + (isText ? Math.ceil(numberAt(bytes, at + 20) / 4) * 4 : 0)
}

/** Zero beyond the end. */
const numberAt = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0)

const charsetOf = (codepage: number): string => {
  const name = codepage === 65_001 ? 'utf-8' : `cp${codepage}`
  return iconv.encodingExists(name) ? name : 'windows-1252'
}

const decode = (bytes: Buffer, charset: string): string =>
  iconv.decode(bytes, charset).replace(/\0/g, '').replace(/\r\n/g, '\n')
