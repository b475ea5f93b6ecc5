/** The text of Outlook's compressed RTF ([MS-OXRTFCP], [MS-OXRTFEX]): all that some messages in winmail.dat have. */

const LZFU = 0x75465a4c
const MELA = 0x414c454d
const WINDOW = 4_096
/** What the window holds before the first byte. */
const BEGINNING =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const MAX_RTF = 500_000
const MAX_TEXT = 100_000

/** The words of a compressed RTF document; empty if it is none. */
export function rtfText(bytes: Buffer): string {
  if (bytes.length < 16) return ''
  const magic = bytes.readUInt32LE(8)
  const content = bytes.subarray(16)
  if (magic === MELA) return textOf(content.toString('latin1', 0, MAX_RTF))
  return magic === LZFU ? textOf(decompress(content)) : ''
}

/** Each bit of a control byte says whether a byte follows, or a place and a length in the window. */
function decompress(bytes: Buffer): string {
  const window = Buffer.alloc(WINDOW, 0x20)
  window.write(BEGINNING, 'latin1')
  let write = BEGINNING.length
  const output: number[] = []
  const put = (byte: number) => {
    output.push(byte)
    window[write] = byte
    write = (write + 1) % WINDOW
  }
  for (let at = 0; at < bytes.length && output.length < MAX_RTF; ) {
    const control = bytes[at++]!
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++]!)
        continue
      }
      if (at + 1 >= bytes.length) return Buffer.from(output).toString('latin1')
      const reference = bytes.readUInt16BE(at)
      at += 2
      const place = reference >> 4
      if (place === write) return Buffer.from(output).toString('latin1')
      for (let n = 0; n < (reference & 15) + 2; n += 1) put(window[(place + n) % WINDOW]!)
    }
  }
  return Buffer.from(output).toString('latin1')
}

const HIDDEN = /^(fonttbl|colortbl|stylesheet|info|pict|object|header|footer|listtable|generator|\*)$/
const BREAKS: Record<string, string> = { par: '\n', line: '\n', tab: '\t', cell: ' ', row: '\n' }
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]{1,2000})/gi

/** What the document shows. HTML inside it is marked twice: `\htmlrtf` turns off what stands for a tag. */
function textOf(rtf: string): string {
  let text = ''
  let isOff = false
  let hidden = 0
  let depth = 0
  let skip = 0
  for (const [, word, value, hex, sign, brace, plain] of rtf.matchAll(TOKEN)) {
    if (text.length > MAX_TEXT) break
    if (brace === '{') depth += 1
    else if (brace === '}') {
      if (hidden === depth) hidden = 0
      depth = Math.max(0, depth - 1)
    } else if (hidden > 0) continue
    else if (word === 'htmlrtf') isOff = value !== '0'
    else if (HIDDEN.test(word ?? sign ?? '')) hidden = depth
    else if (isOff) continue
    else if (word === 'u' && value) {
      text += String.fromCharCode(Number(value) & 0xffff)
      skip = 1
    } else if (word) text += BREAKS[word] ?? ''
    else if (skip > 0 && (hex || plain)) {
      text += plain?.slice(1) ?? ''
      skip = 0
    } else if (hex) text += String.fromCharCode(Number.parseInt(hex, 16))
    else text += sign === '~' ? ' ' : /[\\{}]/.test(sign ?? '') ? sign : (plain ?? '')
  }
  return text.trim()
}
