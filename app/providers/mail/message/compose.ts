import { domainToASCII } from 'node:url'
import { invalid } from '~/errors'
import { attachmentPart, type OutgoingFile } from './attach'
import { encodedWords, foldWords, isAscii, quotedPrintable } from './encode'
import { flowed } from './flowed'
import { mailAddress, messageIdOrNull, oneLine, ownMessageId, webAddress } from './header-guard'
import { SEND_ID_HEADER } from './send-id'

interface MailAddress {
  name?: string
  address: string
}

/** The parts of one message. Everything that comes from user data is checked or cleaned here. */
export interface MailParts {
  /** Our own id of this send, to find it again. */
  sendId: string
  /** With angle brackets. */
  messageId: string
  date: Date
  from: MailAddress
  to: MailAddress
  /** Further recipients that the headers name. */
  moreTo?: readonly string[]
  cc?: readonly string[]
  /** Only if replies should go elsewhere. */
  replyTo?: MailAddress
  subject: string
  text: string
  /** Whether programs may wrap the text as they like (RFC 3676): a person wrote it. */
  flowed?: boolean
  /** If absent, the message is plain text. */
  html?: string | null
  /** The message that this one follows. Malformed ids of other senders are left out. */
  inReplyTo?: string
  /** All earlier messages of the thread, oldest first. */
  references?: readonly string[]
  /** One-click unsubscribe (RFC 8058): a URL with an unguessable token. Personal answers have none. */
  unsubscribeUrl?: string | null
  /** Beside the URL: the address of a mailbox that we read, and the token that identifies the send in the subject. */
  unsubscribeMail?: { address: string; token: string } | null
  /** Files, and with a Content-ID the images that the HTML shows. */
  attachments?: readonly OutgoingFile[]
}

/** The longest boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70

/** RFC 5322 sets no limit; servers do. The first id identifies the thread, the last ones the message replied to. */
const MAX_REFERENCES = 20

/**
 * Builds the whole RFC 5322 message with CRLF line ends: multipart/alternative, text first, quoted-printable; with files,
 * multipart/mixed around it, and with images that the HTML shows, multipart/related around that.
 * Written here instead of using a library, because it takes a tenth of the time per message (docs/decisions/0015).
 * @throws AppError INVALID for an address that cannot be written safely, with the field's name
 */
export async function composeMail(parts: MailParts): Promise<Buffer> {
  const inReplyTo = messageIdOrNull(parts.inReplyTo)
  const references = capReferences(parts.references ?? [])
  const unsubscribe = parts.unsubscribeUrl && webAddress(parts.unsubscribeUrl, 'unsubscribeUrl')
  const mailto = parts.unsubscribeMail && mailtoOf(parts.unsubscribeMail)
  const subject = oneLine(parts.subject)
  const headers = [
    `From: ${party(parts.from, 'from')}`,
    `To: ${[party(parts.to, 'to'), ...plain(parts.moreTo, 'to')].join(',\r\n ')}`,
    ...(parts.cc?.length ? [`Cc: ${plain(parts.cc, 'cc').join(',\r\n ')}`] : []),
    ...(parts.replyTo ? [`Reply-To: ${party(parts.replyTo, 'replyTo')}`] : []),
    ...(subject ? [`Subject: ${words(subject, 'Subject: '.length)}`] : []),
    `Date: ${parts.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${ownMessageId(parts.messageId)}`,
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    ...(references.length > 0 ? [`References: ${foldWords(references, 'References: '.length)}`] : []),
    `${SEND_ID_HEADER}: ${oneLine(parts.sendId)}`,
    ...(unsubscribe
      ? [
          `List-Unsubscribe: <${unsubscribe}>${mailto ? `,\r\n <${mailto}>` : ''}`,
          'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        ]
      : []),
    'MIME-Version: 1.0',
  ]
  const id = parts.sendId.replace(/[^\w-]/g, '').slice(0, MAX_BOUNDARY - 4)
  const shown = parts.html ? (parts.attachments ?? []).filter(({ contentId }) => contentId) : []
  const files = (parts.attachments ?? []).filter((file) => !shown.includes(file))
  const content = await contentOf(parts, id, shown)
  if (files.length === 0) return Buffer.concat([Buffer.from(lines(headers)), ...content])
  // Not in quoted-printable either: its hexadecimal digits are upper case.
  const boundary = `--=m${id}`
  const pieces: Buffer[] = [
    Buffer.from(lines([...headers, `Content-Type: multipart/mixed; boundary="${boundary}"`, ''])),
  ]
  pieces.push(Buffer.from(`--${boundary}\r\n`), ...content)
  for (const file of files) {
    pieces.push(Buffer.from(`\r\n--${boundary}\r\n`), ...(await attachmentPart(file)))
  }
  return Buffer.concat([...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** The headers and the body of the text, or of the text and the HTML with the images that it shows. */
async function contentOf(parts: MailParts, id: string, shown: readonly OutgoingFile[]): Promise<Buffer[]> {
  const bare = withoutNul(parts.text)
  const text = quotedPrintable(parts.flowed ? flowed(bare) : bare)
  const plainType = typeOf('plain', parts.flowed ? '; format=flowed' : '')
  if ((parts.html ?? null) === null) return [Buffer.from(lines(plainType)), text, END]
  // "=_" cannot occur in quoted-printable, so no body contains the boundary; an enclosing message has its own boundary.
  const boundary = `--=_${id}`
  const alternative = `Content-Type: multipart/alternative; boundary="${boundary}"`
  return [
    Buffer.from(lines([alternative, '', `--${boundary}`, ...plainType])),
    text,
    Buffer.from(lines(['', `--${boundary}`])),
    ...(await withShown(quotedPrintable(withoutNul(parts.html ?? '')), id, shown)),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
}

/** The part of the HTML, with the images that it shows beside it (RFC 2387). */
async function withShown(html: Buffer, id: string, shown: readonly OutgoingFile[]): Promise<Buffer[]> {
  if (shown.length === 0) return [Buffer.from(lines(typeOf('html'))), html]
  const boundary = `--=r${id}`
  const related = `Content-Type: multipart/related; type="text/html"; boundary="${boundary}"`
  const pieces = [Buffer.from(lines([related, '', `--${boundary}`, ...typeOf('html')])), html]
  for (const image of shown)
    pieces.push(Buffer.from(`\r\n--${boundary}\r\n`), ...(await attachmentPart(image)))
  return [...pieces, Buffer.from(`\r\n--${boundary}--`)]
}

const END = Buffer.from('\r\n')

const lines = (all: string[]) => `${all.join('\r\n')}\r\n`

/** The headers of a part, and the empty line after them. */
const typeOf = (kind: 'plain' | 'html', more = '') => [
  `Content-Type: text/${kind}; charset=utf-8${more}`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
]

/** Well-formed ids, deduplicated, oldest first. If there are too many, the first and the newest are kept. */
function capReferences(ids: readonly string[]): string[] {
  const good = [...new Set(ids.flatMap((id) => messageIdOrNull(id) ?? []))]
  return good.length > MAX_REFERENCES ? [good[0]!, ...good.slice(1 - MAX_REFERENCES)] : good
}

const words = (text: string, used: number): string =>
  isAscii(text) ? foldWords(text.split(' '), used) : encodedWords(text)

/** Names up to this length stay readable between quotes; longer ones would make lines too long. */
const MAX_QUOTED = 60

/** A mailbox in a header (RFC 5322, 3.4): nothing in the name can be read as another address. */
function party({ name, address }: MailAddress, field: string): string {
  const safe = asciiDomain(mailAddress(address, field), field)
  const phrase = oneLine(name ?? '')
  if (!phrase) return safe
  if (/^[\w!#$%&'*+/=?^`{|}~ -]+$/.test(phrase) && phrase.length <= MAX_QUOTED) return `${phrase} <${safe}>`
  if (isAscii(phrase) && phrase.length <= MAX_QUOTED) {
    return `"${phrase.replace(/["\\]/g, '\\$&')}"\r\n <${safe}>`
  }
  return `${encodedWords(phrase)}\r\n <${safe}>`
}

/** Addresses without names. */
const plain = (addresses: readonly string[] | undefined, field: string): string[] =>
  (addresses ?? []).map((address) => party({ address }, field))

/** A link that writes an email with the send's token in its subject (RFC 2369, RFC 6068). */
function mailtoOf({ address, token }: { address: string; token: string }): string {
  const safe = asciiDomain(mailAddress(address, 'unsubscribeMail'), 'unsubscribeMail')
  const at = safe.lastIndexOf('@')
  return `mailto:${encodeURIComponent(safe.slice(0, at))}${safe.slice(at)}?subject=${encodeURIComponent(`unsubscribe ${token}`)}`
}

/** Mail servers without SMTPUTF8 accept only the ASCII form of a domain. @throws AppError INVALID if it has none */
export function asciiDomain(address: string, field: string): string {
  if (isAscii(address)) return address
  const at = address.lastIndexOf('@') + 1
  const domain = domainToASCII(address.slice(at))
  return domain ? address.slice(0, at) + domain : invalid('Please enter a valid email address', field)
}

const withoutNul = (text: string) => text.replaceAll('\0', '')
