import { domainToASCII } from 'node:url'
import { invalid } from '~/errors'
import { encodedWords, foldWords, isAscii, quotedPrintable } from './encode'
import { mailAddress, messageIdOrNull, oneLine, ownMessageId, webAddress } from './header-guard'

export interface MailAddress {
  name?: string
  address: string
}

/** What one mail is made of; everything that comes from people's data is checked or cleaned here. */
export interface MailParts {
  /** Our own id of this send, for finding it again. */
  sendId: string
  /** With angle brackets. */
  messageId: string
  date: Date
  from: MailAddress
  to: MailAddress
  /** Only where answers should go elsewhere. */
  replyTo?: MailAddress
  subject: string
  text: string
  /** Absent makes a text mail. */
  html?: string
  /** The mail that this one follows; ids of others may be anything, so malformed ones are left out. */
  inReplyTo?: string
  /** All earlier mails of the thread, oldest first. */
  references?: readonly string[]
  /** One-click unsubscribe (RFC 8058): an address with an unguessable token. */
  unsubscribeUrl?: string
}

/** Characters of a boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70

/** RFC 5322 sets no limit; servers do. The first names the thread, the newest what is answered. */
const MAX_REFERENCES = 20

/**
 * Builds the whole RFC 5322 message with CRLF line ends: multipart/alternative, text first, quoted-printable, exactly
 * one recipient. Written out here, and not by a library: a mail costs a tenth of the time (docs/decisions/0015).
 * @throws AppError INVALID for an address that cannot be written safely, naming the field.
 */
export async function composeMail(parts: MailParts): Promise<Buffer> {
  const inReplyTo = messageIdOrNull(parts.inReplyTo)
  const references = capReferences(parts.references ?? [])
  const unsubscribe = parts.unsubscribeUrl && webAddress(parts.unsubscribeUrl, 'unsubscribeUrl')
  const subject = oneLine(parts.subject)
  const headers = [
    `From: ${party(parts.from, 'from')}`,
    `To: ${party(parts.to, 'to')}`,
    ...(parts.replyTo ? [`Reply-To: ${party(parts.replyTo, 'replyTo')}`] : []),
    ...(subject ? [`Subject: ${words(subject, 'Subject: '.length)}`] : []),
    `Date: ${parts.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${ownMessageId(parts.messageId)}`,
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    ...(references.length > 0 ? [`References: ${foldWords(references, 'References: '.length)}`] : []),
    `X-Coldframe-Send-Id: ${oneLine(parts.sendId)}`,
    ...(unsubscribe
      ? [`List-Unsubscribe: <${unsubscribe}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']
      : []),
    'MIME-Version: 1.0',
  ]
  const text = quotedPrintable(withoutNul(parts.text))
  if (parts.html === undefined)
    return Buffer.concat([Buffer.from(lines([...headers, ...typeOf('plain')])), text, END])
  // "=_" cannot stand in quoted-printable, so no body contains the boundary; another mail around this one has its own.
  const boundary = `--=_${parts.sendId.replace(/[^\w-]/g, '').slice(0, MAX_BOUNDARY - 4)}`
  const alternative = `Content-Type: multipart/alternative; boundary="${boundary}"`
  return Buffer.concat([
    Buffer.from(lines([...headers, alternative, '', `--${boundary}`, ...typeOf('plain')])),
    text,
    Buffer.from(lines(['', `--${boundary}`, ...typeOf('html')])),
    quotedPrintable(withoutNul(parts.html)),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

const END = Buffer.from('\r\n')

const lines = (all: string[]) => `${all.join('\r\n')}\r\n`

/** Headers of a part, and the empty line after them. */
const typeOf = (kind: 'plain' | 'html') => [
  `Content-Type: text/${kind}; charset=utf-8`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
]

/** Well-formed ids, each once, oldest first; of too many the first and the newest stay. */
function capReferences(ids: readonly string[]): string[] {
  const good = [...new Set(ids.flatMap((id) => messageIdOrNull(id) ?? []))]
  return good.length > MAX_REFERENCES ? [good[0]!, ...good.slice(1 - MAX_REFERENCES)] : good
}

const words = (text: string, used: number): string =>
  isAscii(text) ? foldWords(text.split(' '), used) : encodedWords(text)

/** Names up to this length stay readable between quotes; longer ones would make long lines. */
const MAX_QUOTED = 60

/** A mailbox as a header has it (RFC 5322, 3.4): nothing in the name can become another address. */
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

/** Mail servers without SMTPUTF8 know a domain by its ASCII form alone. @throws AppError INVALID when it has none */
export function asciiDomain(address: string, field: string): string {
  if (isAscii(address)) return address
  const at = address.lastIndexOf('@') + 1
  const domain = domainToASCII(address.slice(at))
  return domain ? address.slice(0, at) + domain : invalid('Please enter a valid email address', field)
}

const withoutNul = (text: string) => text.replaceAll('\0', '')
