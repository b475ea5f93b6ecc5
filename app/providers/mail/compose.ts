import { createTransport } from 'nodemailer'
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

/** RFC 5322 sets no limit; servers do. The first names the thread, the newest what is answered. */
const MAX_REFERENCES = 20

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  // A template can never pull in files or pages.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Builds the whole RFC 5322 message with CRLF line ends: multipart/alternative, text first, quoted-printable, exactly
 * one recipient.
 * @throws AppError INVALID for an address that cannot be written safely, naming the field.
 */
export async function composeMail(parts: MailParts): Promise<Buffer> {
  const inReplyTo = messageIdOrNull(parts.inReplyTo)
  const unsubscribe = parts.unsubscribeUrl && webAddress(parts.unsubscribeUrl, 'unsubscribeUrl')
  const { message } = await composer.sendMail({
    from: party(parts.from, 'from'),
    to: [party(parts.to, 'to')],
    ...(parts.replyTo && { replyTo: [party(parts.replyTo, 'replyTo')] }),
    subject: oneLine(parts.subject),
    date: parts.date,
    messageId: ownMessageId(parts.messageId),
    ...(inReplyTo && { inReplyTo }),
    references: capReferences(parts.references ?? []),
    headers: {
      'X-Coldframe-Send-Id': oneLine(parts.sendId),
      ...(unsubscribe && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    text: withoutNul(parts.text),
    ...(parts.html !== undefined && { html: withoutNul(parts.html) }),
    textEncoding: 'quoted-printable',
  })
  return Buffer.isBuffer(message) ? message : Buffer.concat(await message.toArray())
}

/** Well-formed ids, each once, oldest first; of too many the first and the newest stay. */
function capReferences(ids: readonly string[]): string[] {
  const good = [...new Set(ids.flatMap((id) => messageIdOrNull(id) ?? []))]
  return good.length > MAX_REFERENCES ? [good[0]!, ...good.slice(1 - MAX_REFERENCES)] : good
}

/** As an object: in a string, a line break or a comma would be read as another recipient. */
const party = ({ name, address }: MailAddress, field: string) => ({
  name: oneLine(name ?? ''),
  address: mailAddress(address, field),
})

const withoutNul = (text: string) => text.replaceAll('\0', '')
