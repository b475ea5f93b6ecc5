const CR = 13
const LF = 10
const DOT = 46

/** What follows the message, by what it ends with: exactly one line end, and the final dot. */
const AFTER_LINE = Buffer.from('.\r\n')
const AFTER_CR = Buffer.from('\n.\r\n')
const AFTER_TEXT = Buffer.from('\r\n.\r\n')

/** A longer message may be stuck in the middle; shorter ones go to the system in one piece. */
const LARGE_BYTES = 64 * 1024
const SLICE_BYTES = 16 * 1024

/** The pieces in which a message is written; its end, with the final dot, lies in the last one as a whole. */
export class Slices {
  private at = 0
  constructor(private readonly message: Buffer) {}

  get isAtEnd(): boolean {
    return this.at === this.message.length
  }

  next(): Buffer {
    const { at, message } = this
    const size = message.length > LARGE_BYTES ? SLICE_BYTES : LARGE_BYTES
    this.at = message.length - at <= size + AFTER_TEXT.length ? message.length : at + size
    return message.subarray(at, this.at)
  }
}

/**
 * A message as it goes over the line after DATA (RFC 5321, 4.5.2), the final dot included: CRLF is the only line end,
 * and a dot at the start of a line is doubled. A lone CR or LF becomes CRLF: receivers that take one for a line end would
 * else find a final dot inside of the message.
 */
export function onTheWire(raw: Buffer): Buffer {
  const size = raw.length
  let added = 0
  // The message begins on a new line.
  let before = LF
  for (let i = 0; i < size; i++) {
    const byte = raw[i]!
    added += missing(before, byte)
    before = byte
  }
  const end = size === 0 ? AFTER_TEXT : before === LF ? AFTER_LINE : before === CR ? AFTER_CR : AFTER_TEXT
  const out = Buffer.allocUnsafe(size + added + end.length)
  if (added === 0) raw.copy(out)
  else amend(raw, out)
  end.copy(out, size + added)
  return out
}

/** How many bytes must come between two. */
function missing(before: number, byte: number): number {
  if (byte === DOT) return before === LF ? 1 : before === CR ? 2 : 0
  if (byte === LF) return before === CR ? 0 : 1
  return before === CR ? 1 : 0
}

function amend(raw: Buffer, out: Buffer): void {
  let at = 0
  let before = LF
  for (const byte of raw) {
    if (byte === LF && before !== CR) out[at++] = CR
    else if (byte !== LF && before === CR) out[at++] = LF
    if (byte === DOT && (before === LF || before === CR)) out[at++] = DOT
    out[at++] = byte
    before = byte
  }
}
