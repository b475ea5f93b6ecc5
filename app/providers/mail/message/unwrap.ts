import { allParts, decodeTransfer, headerOf, type MimePart, splitParts } from './mime-parts'
import { signedContent } from './smime'
import { type TnefText, tnefText } from './tnef'

const SIGNED = /^application\/(x-)?pkcs7-mime$/
const TNEF = /^application\/(vnd\.)?ms-tnef$/
/** A signed message may be signed once more. */
const MAX_LAYERS = 3
const NAME = /\b(file)?name\s{0,3}=\s{0,3}"?(smime\.p7m|winmail\.dat)\b/i

/**
 * Puts what opaque S/MIME signatures and winmail.dat hold into the tree of parts, where readers look for texts. Encrypted messages stay
 * as they are.
 */
export function unwrap(message: MimePart): MimePart {
  for (const part of allParts(message)) {
    if (!isWrapped(part, SIGNED, 'smime.p7m')) continue
    const inner = unwrapSigned(part)
    if (inner) part.parts = [inner]
  }
  const all = allParts(message)
  // Outlook sends the text beside winmail.dat as well, unless it lost it.
  if (all.some((part) => /^text\/(plain|html)$/.test(part.type) && /\S/.test(part.body))) return message
  const tnef = all.find((part) => isWrapped(part, TNEF, 'winmail.dat'))
  if (tnef) tnef.parts = textParts(tnefText(contentOf(tnef)))
  return message
}

/** Whether the message has parts of which nothing can be read. */
export const hasUnreadable = (message: MimePart): boolean =>
  allParts(message).some(
    (part) =>
      part.parts.length === 0 && (SIGNED.test(part.type) || TNEF.test(part.type) || isEncrypted(part)),
  )

const isEncrypted = (part: MimePart): boolean =>
  part.type === 'multipart/encrypted' || part.type === 'application/pgp-encrypted'

/** Some gateways call the type application/octet-stream and keep the name. */
function isWrapped(part: MimePart, type: RegExp, name: string): boolean {
  if (part.parts.length > 0) return false
  if (type.test(part.type)) return true
  if (part.type !== 'application/octet-stream') return false
  const named = ['content-type', 'content-disposition'].map((header) =>
    NAME.exec(headerOf(part, header).slice(0, 1_000))?.[2]?.toLowerCase(),
  )
  return named.includes(name)
}

function unwrapSigned(part: MimePart): MimePart | null {
  let inner: MimePart | null = null
  for (let layer = 0, outer = part; layer < MAX_LAYERS; layer += 1) {
    const content = signedContent(contentOf(outer))
    if (!content) break
    inner = splitParts(content.toString('latin1'))
    if (!SIGNED.test(inner.type)) break
    outer = inner
  }
  return inner
}

const contentOf = (part: MimePart): Buffer => Buffer.from(decodeTransfer(part, part.body.length), 'latin1')

const textParts = ({ text, html }: TnefText): MimePart[] =>
  [
    { type: 'text/plain', content: text },
    { type: 'text/html', content: html },
  ]
    .filter(({ content }) => content.trim() !== '')
    .map(({ type, content }) => ({
      headers: new Map([['content-type', [`${type}; charset=utf-8`]]]),
      type,
      body: Buffer.from(content).toString('latin1'),
      parts: [],
    }))
