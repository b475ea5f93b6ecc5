import { type ParsedMail, simpleParser } from 'mailparser'
import { allParts, headerOf, type MimePart } from './mime-parts'

/** What a person sees of a message. */
export interface Readable {
  /** Lower case; empty when there is none. */
  from: string
  /** The name beside the address. */
  fromName: string
  subject: string
  date: Date | undefined
  /** The plain text, or the HTML turned into it. */
  text: string
  /** The HTML marked quotes, which the text is without. */
  quotes: boolean
}

/** Characters, of the encoded source and of what is read out of it. */
const MAX_SOURCE = 256 * 1024
const MAX_HEADER = 4_000
const MAX_HTML = 100_000
const MAX_TEXT = 20_000
const MAX_SUBJECT = 1_000

/**
 * Has the MIME library read the few headers and the one text part that people see, and nothing else: what it is
 * given is bounded, whatever the message is like.
 */
export async function readMessage(message: MimePart): Promise<Readable> {
  const part = textPart(message)
  const lines = ['From', 'Subject', 'Date'].map((name) => headerLine(message, name))
  if (part) lines.push(...['Content-Type', 'Content-Transfer-Encoding'].map((name) => headerLine(part, name)))
  const source = `${lines.join('')}\r\n${part?.body.slice(0, MAX_SOURCE) ?? ''}`
  const parsed = await simpleParser(Buffer.from(source, 'latin1'), {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
  })
  const sender = parsed.from?.value[0]
  return {
    from: sender?.address?.trim().toLowerCase() ?? '',
    fromName: sender?.name ?? '',
    subject: (parsed.subject ?? '').slice(0, MAX_SUBJECT),
    date: parsed.date,
    ...(await textOf(parsed)),
  }
}

const headerLine = (part: MimePart, name: string): string => {
  const value = headerOf(part, name.toLowerCase()).slice(0, MAX_HEADER)
  return value ? `${name}: ${value.replace(/[\r\n\0]/g, ' ')}\r\n` : ''
}

/** The first plain text that says something, else the first HTML; what is attached is not looked at. */
function textPart(message: MimePart): MimePart | undefined {
  const shown = allParts(message).filter(
    (part) => part.parts.length === 0 && !/^attachment\b/i.test(headerOf(part, 'content-disposition')),
  )
  const says = (type: string) => shown.find((part) => part.type === type && /\S/.test(part.body))
  return says('text/plain') ?? says('text/html')
}

/** Quoted blocks are left out where they are marked: as text they would carry no marks. */
const QUOTES = [
  'blockquote',
  'div.gmail_quote',
  'div.yahoo_quoted',
  'div.moz-cite-prefix',
  'div.protonmail_quote',
  'div.zmail_extra',
  'div#mail-editor-reference-message-container',
]

/** HTML is read by a library of its own, which is loaded when the first one comes. */
async function textOf(parsed: ParsedMail): Promise<Pick<Readable, 'text' | 'quotes'>> {
  if (parsed.text?.trim()) return { text: parsed.text.slice(0, MAX_TEXT), quotes: false }
  const html = (parsed.html || '').slice(0, MAX_HTML)
  if (html === '') return { text: '', quotes: false }
  const { convert } = await import('html-to-text')
  const text = convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_HTML, maxDepth: 60, maxChildNodes: 1_000 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...QUOTES.map((selector) => ({ selector, format: 'skip' })),
    ],
  }).slice(0, MAX_TEXT)
  return {
    text,
    quotes: /<blockquote|gmail_quote|yahoo_quoted|moz-cite|protonmail_quote|divrplyfwdmsg/i.test(html),
  }
}
