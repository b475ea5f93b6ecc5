import iconv from 'iconv-lite'
import { decodeTransfer, headerOf, type MimePart, parameter } from './mime-parts'

/** How much of a text tells its charset, in encoded characters. */
const MAX_SAMPLE = 200_000
/** The escape sequences that switch to Japanese and back (RFC 1468). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
const JAPANESE = /\x1b(?:\$[@B]|\([BJ])/
/** "utf8mb4", "iso-8859-8-i": names of known charsets with something added. */
const ADDED = /mb[34]$|-[ie]$/i
/** Says nothing about the bytes above 127. */
const ASCII = /^(us-?ascii|ascii|ansi_x3\.4-1968|7bit|iso646-us|c|)$/i

/**
 * The Content-Type of a text part with the charset that its bytes have. Programs omit the charset, or name one that does not exist or
 * that the bytes contradict: such text is ISO-2022-JP if it has its escape sequences, UTF-8 if it is valid, and else windows-1252.
 */
export function readableType(part: MimePart): string {
  const stated = headerOf(part, 'content-type')
  if (!part.type.startsWith('text/')) return stated
  const charset = (parameter(stated, 'charset') ?? '').trim()
  const found = charsetOf(charset.replace(ADDED, ''), decodeTransfer(part, MAX_SAMPLE))
  if (found === charset) return stated
  // How lines were wrapped (RFC 3676) matters as well.
  const wrapping = ['format', 'delsp'].map((name) => [name, parameter(stated, name)] as const)
  const kept = wrapping.map(([name, value]) => (value && /^\w+$/.test(value) ? `; ${name}=${value}` : ''))
  return `${part.type}; charset=${found}${kept.join('')}`
}

function charsetOf(stated: string, bytes: string): string {
  const isAscii = ASCII.test(stated)
  if (
    JAPANESE.test(bytes) &&
    (isAscii || /^(utf-?8|iso-8859-1|windows-1252)$/i.test(stated) || !isKnown(stated))
  )
    return 'iso-2022-jp'
  if (!/[\x80-\xff]/.test(bytes)) return stated && isKnown(stated) ? stated : 'utf-8'
  if (!isAscii && isKnown(stated) && !/^utf-?8$/i.test(stated)) return stated
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

const isKnown = (charset: string): boolean =>
  /^iso-?2022-?jp|^unicode-1-1-utf-7$|^ks_c_5601/i.test(charset) || iconv.encodingExists(charset)

/** A single damaged byte does not make another charset of it. */
function isUtf8(bytes: string): boolean {
  const others =
    Buffer.from(bytes, 'latin1')
      .toString('utf8')
      .match(/[^\0-\x7f]/g) ?? []
  return others.filter((found) => found === '\ufffd').length * 2 < others.length
}
