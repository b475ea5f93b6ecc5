/** The encodings of a message: quoted-printable bodies (RFC 2045) and encoded words (RFC 2047). */

const CR = 13
const LF = 10
const SPACE = 32
const TAB = 9
const EQUALS = 61
/** A line may have 76 characters, including the soft break's `=`. */
const MAX_LINE = 75
const HEX = Buffer.from('0123456789ABCDEF')

/** Encodes a text in UTF-8 as quoted-printable and normalizes line ends to CRLF. */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text.replace(/\r\n?|\n/g, '\r\n'))
  const size = bytes.length
  // At most three characters per byte, and a soft break after every 25 of those.
  const out = Buffer.allocUnsafe(size * 3 + Math.ceil(size / 25) * 3 + 3)
  let at = 0
  let column = 0
  for (let i = 0; i < size; i++) {
    const byte = bytes[i]!
    if (byte === CR && bytes[i + 1] === LF) {
      out[at++] = CR
      out[at++] = LF
      column = 0
      i++
      continue
    }
    const next = bytes[i + 1]
    const ends = next === undefined || next === CR
    const plain =
      (byte > SPACE && byte < 127 && byte !== EQUALS) || ((byte === SPACE || byte === TAB) && !ends)
    if (column + (plain ? 1 : 3) > MAX_LINE) {
      out[at++] = EQUALS
      out[at++] = CR
      out[at++] = LF
      column = 0
    }
    if (plain) {
      out[at++] = byte
      column += 1
    } else {
      out[at++] = EQUALS
      out[at++] = HEX[byte >> 4]!
      out[at++] = HEX[byte & 15]!
      column += 3
    }
  }
  return out.subarray(0, at)
}

/** Bytes per encoded word: 45 become 60 characters of base64, 72 with the delimiters; 75 are allowed. */
const WORD_BYTES = 45

/** Encodes a text as folded encoded words; never splits a character. */
export function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  let size = 0
  for (const character of text) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > WORD_BYTES) {
      words.push(word)
      word = ''
      size = 0
    }
    word += character
    size += bytes
  }
  if (word) words.push(word)
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}

export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** Folds the words of a header at spaces so that lines stay near 76 characters (RFC 5322, 2.2.3). `used`: length of the name. */
export function foldWords(words: readonly string[], used: number): string {
  let column = used
  let text = ''
  for (const word of words) {
    if (text === '') text = word
    else if (column + 1 + word.length > 76) {
      text += `\r\n ${word}`
      column = 1 + word.length
      continue
    } else text += ` ${word}`
    column += 1 + word.length
  }
  return text
}
