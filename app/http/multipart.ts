/** RFC 2046, section 5.1.1. An empty boundary, which it forbids, would make each pair of dashes the start of a part. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/**
 * The boundary in the Content-Type of a multipart form; null if it is missing or not allowed. Give the parser `typeOf(boundary)`
 * instead of the header: another parser may read another boundary from it, and then the parts that were counted are not those that
 * are parsed.
 */
export function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2] ?? ''
  return BOUNDARY.test(boundary) ? boundary : null
}

/** The Content-Type of a multipart form with this boundary. */
export const typeOf = (boundary: string): string => `multipart/form-data; boundary="${boundary}"`

/** Tells, as bytes arrive, whether a separator has occurred more than `most` times. */
export function createLimit(separator: string, most: number): (chunk: Uint8Array) => boolean {
  let count = 0
  // The end of the previous chunk: a separator may be split between two.
  let carried: Uint8Array = Buffer.alloc(0)
  return (chunk) => {
    if (count > most) return true
    const bytes = Buffer.concat([carried, chunk])
    let next = 0
    for (let at = bytes.indexOf(separator); at >= 0 && count <= most; at = bytes.indexOf(separator, next)) {
      count += 1
      next = at + separator.length
    }
    carried = bytes.subarray(Math.max(next, bytes.length - separator.length + 1))
    return count > most
  }
}

/** Whether the headers of a part are longer than `most` bytes. A blank line ends them (RFC 2046, section 5.1.1). */
export function hasLongHeaders(body: Uint8Array, boundary: string, most: number): boolean {
  const separator = `--${boundary}`
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + separator.length)) {
    const start = at + separator.length
    const head = bytes.toString('latin1', start, start + most)
    const isEnd = head.startsWith('--')
    if (!isEnd && !head.includes('\r\n\r\n')) return true
  }
  return false
}
