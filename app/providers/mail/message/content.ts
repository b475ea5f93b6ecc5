import type { AddressObject } from 'mailparser'
import { isNamed } from './attachments'
import { headerOf, type MimePart } from './mime-parts'
import { headerLine, htmlToText, parsePart, shownParts } from './readable'

interface Recipient {
  name: string
  /** Lower case. */
  address: string
}

/** What a mail client shows of a message, unabridged. */
export interface Content {
  to: Recipient[]
  cc: Recipient[]
  /** Where the sender wants answers to go; empty if at the sender's own address, or at more than `MAX_REPLY_TO`. */
  replyTo: Recipient[]
  /** The whole plain text with its quotes, or the HTML converted to text. */
  body: string
  /** The HTML as it came, not sanitized; empty if there is none. */
  html: string
}

/** Limits in characters. */
const MAX_BODY = 100_000
const MAX_HTML = 200_000
/** Enough for 50 recipients. */
const MAX_HEADER = 12_000
const MAX_RECIPIENTS = 50
/** An answer has at most so many recipients, and a part of those that were asked for would be chosen at random. */
const MAX_REPLY_TO = 20
/** Mail clients split the text around attachments; these are joined. */
const MAX_PARTS = 5

/** Reads all that a mail client shows. The input of the MIME library is bounded, whatever the message contains. */
export async function readContent(message: MimePart): Promise<Content> {
  const texts = textParts(message, 'text/plain')
  const htmls = await Promise.all(textParts(message, 'text/html').map((part) => parsePart(part)))
  const html = htmls
    .map((parsed) => parsed.html || '')
    .join('\n')
    .slice(0, MAX_HTML)
  const plain = await Promise.all(texts.map(async (part) => (await parsePart(part)).text ?? ''))
  const body = plain.some((text) => text.trim() !== '') ? plain.join('\n') : html && (await htmlToText(html))
  return { ...(await readRecipients(message)), body: body.slice(0, MAX_BODY), html }
}

/** The parts that make up the text; those with a file name are attachments, unless there is nothing else. */
function textParts(message: MimePart, type: string): MimePart[] {
  const shown = shownParts(message, type)
  const unnamed = shown.filter((part) => !isNamed(part))
  return (unnamed.length > 0 ? unnamed : shown.slice(0, 1)).slice(0, MAX_PARTS)
}

async function readRecipients(message: MimePart): Promise<Pick<Content, 'to' | 'cc' | 'replyTo'>> {
  const isWhole = headerOf(message, 'reply-to').length <= MAX_HEADER
  const head = ['To', 'Cc', ...(isWhole ? ['Reply-To'] : [])]
    .map((name) => headerLine(message, name, MAX_HEADER))
    .join('')
  const { to, cc, replyTo } = await parsePart(undefined, head)
  const wanted = recipientsIn(replyTo)
  return { to: recipientsIn(to), cc: recipientsIn(cc), replyTo: wanted.length <= MAX_REPLY_TO ? wanted : [] }
}

/** The first addresses of a header. */
const recipientsIn = (field: AddressObject | AddressObject[] | undefined): Recipient[] =>
  [field]
    .flatMap((one) => one ?? [])
    .flatMap(({ value }: AddressObject) => value)
    .flatMap((entry) => entry.group ?? entry)
    .filter(({ address }) => address?.includes('@'))
    .slice(0, MAX_RECIPIENTS)
    .map(({ name, address }) => ({
      name: name.slice(0, 200),
      address: address!.trim().toLowerCase().slice(0, 320),
    }))
