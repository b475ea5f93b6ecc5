/** RFC 5321, 4.5.3.1.5 allows 512 characters; servers write more. */
const MAX_LINE = 4 * 1024
const MAX_REPLY = 64 * 1024

/** What a server answered. */
export interface Reply {
  /** Of its first line; 0 when what came in is not a reply. */
  code: number
  /** All lines, with line feeds between them. */
  text: string
}

export const isYes = ({ code }: Reply) => code >= 200 && code < 300
export const isNo = ({ code }: Reply) => code >= 400

/**
 * Cuts what a server says into replies (RFC 5321, 4.2): of one line or of many, however they are cut on the way. Line feeds
 * alone are taken for line ends, empty lines between replies are passed over.
 */
export class ReplyReader {
  /** Read and not yet cut, a character for each byte. */
  private rest = ''
  /** The lines so far of a reply that goes on. */
  private open = ''

  push(chunk: Buffer): void {
    const text = chunk.toString('latin1')
    this.rest = this.rest === '' ? text : this.rest + text
  }

  /** The next complete reply; null when there is none yet. After one with the code 0 nothing can be relied on. */
  next(): Reply | null {
    for (;;) {
      const end = this.rest.indexOf('\n')
      if ((end < 0 ? this.rest.length : end) > MAX_LINE) return TOO_LONG
      if (end < 0) return null
      const line = this.rest.slice(0, this.rest.charCodeAt(end - 1) === CR ? end - 1 : end)
      this.rest = this.rest.slice(end + 1)
      if (line.trim() === '') continue
      const text = this.open === '' ? line : `${this.open}\n${line}`
      if (!isReplyLine(line) || line[0] !== text[0]) return { code: 0, text: words(text) }
      if (text.length > MAX_REPLY) return TOO_LONG
      if (line[3] === '-') {
        this.open = text
        continue
      }
      this.open = ''
      return { code: Number(text.slice(0, 3)), text: words(text) }
    }
  }

  /** Nothing came in after the last reply. */
  get isEmpty(): boolean {
    return this.open === '' && (this.rest === '' || this.rest.trim() === '')
  }

  /** A line that has no end yet. */
  get unfinished(): string {
    return words(this.rest.trim())
  }
}

const CR = 13
const TOO_LONG: Reply = { code: 0, text: '' }

const isReplyLine = (line: string) => /^[1-5]\d\d(?!\d)/.test(line)

/** The words of a reply have no charset (RFC 5321, 4.2.1): UTF-8 where they can be, else a character for each byte. */
function words(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1
  const utf8 = Buffer.from(latin1, 'latin1').toString('utf8')
  return utf8.includes('\ufffd') ? latin1 : utf8
}
