import { type ParsedMail, simpleParser } from 'mailparser'
import { readableType } from './charset'
import { numbered } from './list-numbers'
import { allParts, headerOf, type MimePart } from './mime-parts'

/** The parts of a message that a reader sees. */
export interface Readable {
  /** Lower case; empty if there is none. */
  from: string
  /** The display name of the address. */
  fromName: string
  subject: string
  date: Date | undefined
  /** The plain text, or the HTML converted to text. */
  text: string
  /** Whether the HTML marked quotes, which `text` leaves out. */
  quotes: boolean
}

/** Limits in characters, of the encoded source and of what is decoded from it. */
const MAX_SOURCE = 256 * 1024
const MAX_HEADER = 4_000
const MAX_HTML = 100_000
const MAX_TEXT = 20_000
const MAX_SUBJECT = 1_000

/**
 * Passes the few headers and the one text part that readers see to the MIME library, and nothing else: its input is bounded, whatever
 * the message contains.
 */
export async function readMessage(message: MimePart): Promise<Readable> {
  const head = ['From', 'Subject', 'Date'].map((name) => headerLine(message, name)).join('')
  const parsed = await parsePart(textPart(message), head)
  const sender = parsed.from?.value[0]
  return {
    from: sender?.address?.trim().toLowerCase() ?? '',
    fromName: sender?.name ?? '',
    subject: (parsed.subject ?? '').slice(0, MAX_SUBJECT),
    date: parsed.date,
    ...(await textOf(parsed)),
  }
}

/** Lets the library decode one part, below these headers. */
export function parsePart(part: MimePart | undefined, head = ''): Promise<ParsedMail> {
  const own = part
    ? [
        headerLine(part, 'Content-Type', MAX_HEADER, readableType(part)),
        headerLine(part, 'Content-Transfer-Encoding'),
      ]
    : []
  const source = `${head}${own.join('')}\r\n${part?.body.slice(0, MAX_SOURCE) ?? ''}`
  return simpleParser(Buffer.from(source, 'latin1'), {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
  })
}

/** A header of the part, on one line of bounded length; empty if there is none. */
export const headerLine = (
  part: MimePart,
  name: string,
  most = MAX_HEADER,
  given = headerOf(part, name.toLowerCase()),
): string => {
  const value = given.slice(0, most)
  return value ? `${name}: ${value.replace(/[\r\n\0]/g, ' ')}\r\n` : ''
}

/** The parts of a type that readers see: not empty, and no attachments. */
export const shownParts = (message: MimePart, type: string): MimePart[] =>
  allParts(message).filter(
    (part) =>
      part.type === type &&
      part.parts.length === 0 &&
      !/^attachment\b/i.test(headerOf(part, 'content-disposition')) &&
      /\S/.test(part.body),
  )

/** The first plain text, else the first HTML. */
const textPart = (message: MimePart): MimePart | undefined =>
  shownParts(message, 'text/plain')[0] ?? shownParts(message, 'text/html')[0]

/** Marked quotes are left out of the HTML, because as text they would no longer be marked. */
const QUOTES = [
  'blockquote',
  'div.gmail_quote',
  'div.yahoo_quoted',
  'div.moz-cite-prefix',
  'div.protonmail_quote',
  'div.zmail_extra',
  'div#mail-editor-reference-message-container',
]

async function textOf(parsed: ParsedMail): Promise<Pick<Readable, 'text' | 'quotes'>> {
  if (parsed.text?.trim()) return { text: parsed.text.slice(0, MAX_TEXT), quotes: false }
  const html = (parsed.html || '').slice(0, MAX_HTML)
  if (html === '') return { text: '', quotes: false }
  const text = await htmlToText(html, QUOTES)
  return {
    text: text.slice(0, MAX_TEXT),
    quotes: /<blockquote|gmail_quote|yahoo_quoted|moz-cite|protonmail_quote|divrplyfwdmsg/i.test(html),
  }
}

/** Converts HTML to text without the elements that `leftOut` selects. The library is loaded on first use. */
export async function htmlToText(html: string, leftOut: string[] = []): Promise<string> {
  const { convert } = await import('html-to-text')
  const source = html.slice(0, MAX_HTML)
  try {
    return convert(source, {
      wordwrap: false,
      limits: { maxInputLength: MAX_HTML, maxDepth: 60, maxChildNodes: 1_000 },
      formatters: { numbered },
      selectors: [
        { selector: 'a', options: { ignoreHref: true } },
        { selector: 'img', format: 'skip' },
        { selector: 'ol', format: 'numbered' },
        ...leftOut.map((selector) => ({ selector, format: 'skip' })),
      ],
    })
  } catch {
    // Whatever markup the library does not survive, the words must be read.
    return source.replace(/<[^<>]{0,2000}>/g, ' ').trim()
  }
}
