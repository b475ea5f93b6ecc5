/** Passes bytes through and counts lines outside quotes, as an estimate of the rows. Works for encodings that contain ASCII. */
export function countLines(source: AsyncIterable<Uint8Array>) {
  const counted = { lf: 0, cr: 0, last: 10 }
  let quoted = false
  async function* pass() {
    for await (const part of source) {
      for (let i = 0; i < part.length; i++) {
        const byte = part[i]!
        if (byte === 34) quoted = !quoted
        else if (!quoted && byte === 10) counted.lf++
        else if (!quoted && byte === 13) counted.cr++
        if (byte !== 0) counted.last = byte
      }
      yield part
    }
  }
  return {
    bytes: pass(),
    count: () => Math.max(counted.lf, counted.cr) + (counted.last === 10 || counted.last === 13 ? 0 : 1),
  }
}
