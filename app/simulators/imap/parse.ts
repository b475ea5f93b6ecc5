/** A word of an IMAP command (RFC 3501, 4). */
export type Token =
  | { kind: 'atom'; value: string }
  /** A quoted string or a literal; `bytes` as they came. */
  | { kind: 'string'; value: string; bytes: Buffer }
  | { kind: 'list'; items: Token[] }

/** One command: its lines with the literals taken out, and the literals. */
export interface CommandSource {
  text: string
  literals: Buffer[]
}

/** Replaces a literal in the text. */
export const LITERAL_MARK = '\0'

const MAX_DEPTH = 10

/** Splits a command into words. @throws SyntaxError for invalid IMAP */
export function parseWords({ text, literals }: CommandSource): Token[] {
  const waiting = [...literals]
  let at = 0

  function words(depth: number, end: string | null): Token[] {
    if (depth > MAX_DEPTH) throw new SyntaxError('nested too deeply')
    const found: Token[] = []
    for (;;) {
      while (text[at] === ' ') at += 1
      if (at >= text.length) {
        if (end === null) return found
        throw new SyntaxError('a parenthesis is missing')
      }
      if (text[at] === end) {
        at += 1
        return found
      }
      found.push(word(depth))
    }
  }

  function word(depth: number): Token {
    const first = text[at]!
    if (first === '(') {
      at += 1
      return { kind: 'list', items: words(depth + 1, ')') }
    }
    if (first === ')') throw new SyntaxError('a parenthesis too many')
    if (first === '"') return quoted()
    if (first === LITERAL_MARK) {
      at += 1
      const bytes = waiting.shift() ?? Buffer.alloc(0)
      return { kind: 'string', value: bytes.toString('utf8'), bytes }
    }
    return atom()
  }

  function quoted(): Token {
    let value = ''
    for (at += 1; text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1
      if (at >= text.length) throw new SyntaxError('a quote is missing')
      value += text[at]
    }
    at += 1
    const bytes = Buffer.from(value, 'latin1')
    return { kind: 'string', value: bytes.toString('utf8'), bytes }
  }

  /** Up to a space; text in brackets belongs to it: `BODY[HEADER.FIELDS (TO)]<0.10>`. */
  function atom(): Token {
    const start = at
    let inBrackets = false
    for (; at < text.length; at += 1) {
      const char = text[at]!
      if (char === '[') inBrackets = true
      else if (char === ']') inBrackets = false
      else if (!inBrackets && (char === ' ' || char === '(' || char === ')')) break
    }
    return { kind: 'atom', value: text.slice(start, at) }
  }

  return words(0, null)
}

/** The text of a word; empty for a list. */
export const tokenText = (token: Token | undefined): string =>
  token === undefined || token.kind === 'list' ? '' : token.value

/** A string in IMAP syntax: quoted if possible, else as a literal. */
export function writeString(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return `"${value.replace(/["\\]/g, '\\$&')}"`
  return `{${Buffer.byteLength(value)}}\r\n${value}`
}

/** Whether a number is in a set such as `1:5,7,9:*`; `*` is the largest in use (RFC 3501, 9, sequence-set). */
export function isInSet(set: string, number: number, largest: number): boolean {
  return set.split(',').some((range) => {
    const ends = range.split(':').map((end) => (end === '*' ? largest : Number(end)))
    const [from, to = from] = ends
    return number >= Math.min(from!, to!) && number <= Math.max(from!, to!)
  })
}

export const isSet = (value: string): boolean => /^(\d+|\*)(:(\d+|\*))?(,(\d+|\*)(:(\d+|\*))?)*$/.test(value)
