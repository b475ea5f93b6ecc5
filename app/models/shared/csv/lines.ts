import { createSample } from './encoding'

/**
 * Passes bytes through, collects the sample for the detection of the encoding, and counts the lines outside quotes as an estimate of the
 * rows. Of UTF-16 it counts characters, of other encodings bytes: none has these bytes within a character.
 */
export function countRows(source: AsyncIterable<Uint8Array>) {
  const sample = createSample()
  const counted = { lf: 0, cr: 0, all: { lf: 0, cr: 0 }, last: 10 }
  let quoted = false
  let wide: 'utf-16le' | 'utf-16be' | null | undefined
  /** The first byte of a character of two. */
  let held = -1
  const take = (unit: number) => {
    if (unit === 34) quoted = !quoted
    else if (unit === 10) {
      counted.all.lf++
      if (!quoted) counted.lf++
    } else if (unit === 13) {
      counted.all.cr++
      if (!quoted) counted.cr++
    }
    counted.last = unit
  }
  async function* pass() {
    for await (const part of source) {
      sample.take(part)
      if (wide === undefined) {
        const certain = sample.certain()
        wide = certain === 'utf-16le' || certain === 'utf-16be' ? certain : null
      }
      for (let i = 0; i < part.length; i++) {
        const byte = part[i]!
        if (!wide) take(byte)
        else if (held < 0) held = byte
        else {
          take(wide === 'utf-16le' ? held | (byte << 8) : (held << 8) | byte)
          held = -1
        }
      }
      yield part
    }
  }
  return {
    bytes: pass(),
    sample,
    count: () => {
      // A quotation mark that is never closed hides no rows.
      const { lf, cr } = quoted ? counted.all : counted
      return Math.max(lf, cr) + (counted.last === 10 || counted.last === 13 ? 0 : 1)
    },
  }
}
