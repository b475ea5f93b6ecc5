import { Readable } from 'node:stream'
import { simpleParser } from 'mailparser'
import type { ProviderFailure } from '~/providers/net/failure'
import type { AttachmentContent, AttachmentInfo } from '../types'
import { safeFileName, safeType } from './file-name'
import { headerOf, type MimePart, splitParts } from './mime-parts'

/** The most attachments listed for a message. */
export const MAX_ATTACHMENTS = 50
/** The longest header of a part that is decoded. */
const MAX_HEADER = 4_000

/** The failure of a download, for the user. */
export const attachmentTooLarge = (maxBytes: number): ProviderFailure => ({
  ok: false,
  why: 'refused',
  detail: `The attachment is larger than ${sizeIn(maxBytes)}, the most that can be downloaded here`,
})

const MIB = 1024 * 1024
const sizeIn = (bytes: number) =>
  bytes < MIB ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / MIB)} MB`

/** How much is decoded before other work gets a turn. */
const CHUNK = 64 * 1024

/** A part of a message, as far as it matters for the question whether it is an attachment. */
interface Candidate {
  type: string
  /** Marked as an attachment (RFC 2183). */
  attached: boolean
  named: boolean
  /** Has a Content-ID, by which the HTML can show it. */
  referable: boolean
}

/** Attachments are marked, named, forwarded messages, or of a type that no mail client shows in the text. */
export const isAttachment = ({ type, attached, named, referable }: Candidate): boolean => {
  if (type.startsWith('multipart/')) return false
  if (attached || named || type === 'message/rfc822') return true
  return !referable && !/^(text|message)\//.test(type)
}

/** About how many bytes a part has once it is decoded: base64 has 76 characters per line (RFC 2045, 6.8). */
export function decodedSize(size: number, encoding: string): number {
  if (!encoding.toLowerCase().startsWith('base64')) return size
  return Math.floor(((size - 2 * Math.floor(size / 78)) * 3) / 4)
}

/** The attachments of a complete message; the numbers of the parts are those of IMAP (RFC 3501, 6.4.5). Never throws. */
export async function listAttachments(raw: Buffer): Promise<AttachmentInfo[]> {
  try {
    const found = leaves(splitParts(raw.toString('latin1')), '')
      .filter(({ part }) => isAttachment(candidateOf(part)))
      .slice(0, MAX_ATTACHMENTS)
    const names = await fileNames(found.map(({ part }) => part))
    return found.map(({ number, part }, index) => ({
      part: number,
      name: safeFileName(names[index] ?? '', part.type),
      type: safeType(part.type),
      size: decodedSize(part.body.length, headerOf(part, 'content-transfer-encoding')),
      ...cidOf(headerOf(part, 'content-id')),
    }))
  } catch {
    return []
  }
}

/** The Content-ID of a part, if it is one that HTML can name: printable characters, without the quotes of an attribute. */
export function cidOf(header: string): { cid?: string } {
  const cid = header.trim().replace(/^<|>$/g, '')
  return /^[!#-&(-;=?-~]{1,300}$/.test(cid) ? { cid } : {}
}

/** One part of a complete message, decoded; null if it has no such part, `too large` beyond `maxBytes`. */
export async function readAttachment(
  raw: Buffer,
  number: string,
  maxBytes: number,
): Promise<AttachmentContent | 'too large' | null> {
  const part = leaves(splitParts(raw.toString('latin1')), '').find((leaf) => leaf.number === number)?.part
  if (!part) return null
  const encoding = headerOf(part, 'content-transfer-encoding').toLowerCase()
  // Lines may have other lengths than we assume.
  if (decodedSize(part.body.length, encoding) > maxBytes * 1.1 + 1_024) return 'too large'
  const bytes = /^(base64|quoted-printable)/.test(encoding)
    ? await decode(part.body, encoding)
    : Buffer.from(part.body, 'latin1')
  if (bytes.length > maxBytes) return 'too large'
  const [name = ''] = await fileNames([part])
  return { name: safeFileName(name, part.type), type: safeType(part.type), bytes }
}

interface Leaf {
  number: string
  part: MimePart
}

/** The parts without parts. A message that has only one part calls it 1. */
function leaves(part: MimePart, number: string): Leaf[] {
  if (part.parts.length === 0) return [{ number: number || '1', part }]
  return part.parts.flatMap((part, index) => leaves(part, number ? `${number}.${index + 1}` : `${index + 1}`))
}

const candidateOf = (part: MimePart): Candidate => {
  const disposition = headerOf(part, 'content-disposition')
  return {
    type: part.type,
    attached: /^attachment\b/i.test(disposition),
    named: isNamed(part),
    referable: part.headers.has('content-id'),
  }
}

/** Whether a part has a file name, in any notation (RFC 2231, RFC 2047). */
export const isNamed = (part: MimePart): boolean =>
  ['content-disposition', 'content-type'].some((name) =>
    /;\s{0,20}(?:file)?name(?:\*\d{0,3}\*?)?\s{0,20}=\s{0,20}(?!""|\s|;|$)/i.test(
      headerOf(part, name).slice(0, MAX_HEADER),
    ),
  )

/** Lets the library read the file names of these parts, from their headers alone. Missing ones are empty. */
async function fileNames(parts: MimePart[]): Promise<string[]> {
  if (parts.length === 0) return []
  const line = (name: string, value: string) => `${name}: ${value.replace(/[\r\n\0]/g, ' ')}\r\n`
  const pieces = parts.map((part) => {
    const type = headerOf(part, 'content-type').slice(0, MAX_HEADER)
    const parameters = type.includes(';') ? type.slice(type.indexOf(';')) : ''
    const disposition = headerOf(part, 'content-disposition').slice(0, MAX_HEADER)
    // Of this type, none is taken for text.
    const headers = line('Content-Type', `application/octet-stream${parameters}`)
    return `--x\r\n${headers}${disposition ? line('Content-Disposition', disposition) : ''}\r\n\r\n`
  })
  const source = `Content-Type: multipart/mixed; boundary=x\r\n\r\n${pieces.join('')}--x--\r\n`
  const { attachments } = await simpleParser(Buffer.from(source, 'latin1'))
  return parts.map((_, index) => attachments[index]?.filename ?? '')
}

/** Decodes a body piece by piece, so that a large one does not hold up the process. */
async function decode(body: string, encoding: string): Promise<Buffer> {
  const type = encoding.startsWith('base64') ? 'base64' : 'quoted-printable'
  function* source() {
    yield Buffer.from(`Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: ${type}\r\n\r\n`)
    for (let at = 0; at < body.length; at += CHUNK) yield Buffer.from(body.slice(at, at + CHUNK), 'latin1')
  }
  const { attachments } = await simpleParser(Readable.from(source()))
  return attachments[0]?.content ?? Buffer.alloc(0)
}
