/**
 * The message inside an opaque S/MIME signature (RFC 8551, 3.5.2; CMS SignedData, RFC 5652): clients that cannot check signatures show
 * nothing of it. Only the way to the content is read, so a message cut off at our limit is read too, and nesting costs nothing. The
 * signature is not checked, because a plain message would be believed as well.
 */

const SEQUENCE = 0x30
const OID = 0x06
const EXPLICIT_0 = 0xa0
const OCTETS = 0x04
const OCTETS_IN_PARTS = 0x24
const SIGNED_DATA = '2a864886f70d010702'
const DATA = '2a864886f70d010701'
const MAX_PIECES = 100_000

interface Element {
  tag: number
  /** Where the content starts; where it ends, or would end were the bytes not cut off. */
  start: number
  end: number
  /** BER without a length: it ends with two zero bytes. */
  open: boolean
}

/** The signed MIME part of a CMS structure; null if it is none, or is encrypted. */
export function signedContent(bytes: Buffer): Buffer | null {
  const info = into(bytes, elementAt(bytes, 0), SEQUENCE)
  const signed = info && follows(bytes, info, SIGNED_DATA)
  const content = signed && into(bytes, signed, EXPLICIT_0)
  const version = content && into(bytes, content, SEQUENCE)
  const digests = version && after(bytes, version)
  const inner = digests && after(bytes, digests)
  const type = inner && into(bytes, inner, SEQUENCE)
  const data = type && follows(bytes, type, DATA)
  const octets = data && into(bytes, data, EXPLICIT_0)
  return octets ? octetsOf(bytes, octets) : null
}

function elementAt(bytes: Buffer, at: number): Element | null {
  const tag = bytes[at]
  const first = bytes[at + 1]
  // Tags of several bytes do not occur on the way.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first, open: false }
  if (first === 0x80) return { tag, start: at + 2, end: bytes.length, open: true }
  const count = first & 0x7f
  if (count > 4 || at + 2 + count > bytes.length) return null
  const start = at + 2 + count
  return { tag, start, end: start + bytes.readUIntBE(at + 2, count), open: false }
}

/** The first element inside `element`, which must have this tag. */
const into = (bytes: Buffer, element: Element | null, tag: number): Element | null =>
  element?.tag === tag ? elementAt(bytes, element.start) : null

/** The next element; on the way, only elements of a stated length are passed, or the empty set of digests. */
function after(bytes: Buffer, { start, end, open }: Element): Element | null {
  if (!open) return elementAt(bytes, end)
  for (let at = start, pieces = 0; at < bytes.length && pieces < MAX_PIECES; pieces += 1) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return elementAt(bytes, at + 2)
    const element = elementAt(bytes, at)
    if (!element || element.open) return null
    at = element.end
  }
  return null
}

/** The element after an object identifier with this value. */
function follows(bytes: Buffer, element: Element, oid: string): Element | null {
  const isIt = element.tag === OID && bytes.toString('hex', element.start, element.end) === oid
  return isIt ? elementAt(bytes, element.end) : null
}

/** The bytes of an octet string, which may come in pieces. */
function octetsOf(bytes: Buffer, { tag, start, end }: Element): Buffer | null {
  if (tag === OCTETS) return bytes.subarray(start, end)
  if (tag !== OCTETS_IN_PARTS) return null
  const pieces: Buffer[] = []
  for (let at = start; at < end && pieces.length < MAX_PIECES; ) {
    const piece = elementAt(bytes, at)
    if (piece?.tag !== OCTETS) break
    pieces.push(bytes.subarray(piece.start, piece.end))
    at = piece.end
  }
  return Buffer.concat(pieces)
}
