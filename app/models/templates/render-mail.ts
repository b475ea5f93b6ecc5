import { convert } from 'html-to-text'
import { type Custom, customTexts } from '~/models/contacts/contact'
import { escapeHtml, fill, type Part, parseVariables } from '~/models/shared/variables'

/** The contact data that templates can use. */
export interface Recipient {
  email: string
  firstName: string | null
  lastName: string | null
  name: string | null
  organizationName: string | null
  custom: Custom
}

export interface MailContent {
  subject: string
  htmlBody: string
  plainTextBody: string | null
}

export interface EmailFrame {
  unsubscribeUrl: string
  /** Null for no open pixel. */
  pixelUrl: string | null
  /** Plain text with several lines, or HTML. */
  signature: string
  /** Plain text with several lines. */
  postalAddress: string
}

export interface RenderedContent {
  subject: string
  html: string
  text: string
}

/** `missing`: the variables that have neither a value nor a default. */
export type Rendering = { ok: true; mail: RenderedContent } | { ok: false; missing: string[] }

/** The values of the variables for one contact. */
export function variablesFor(recipient: Recipient, unsubscribeUrl: string): Record<string, string> {
  const { firstName, lastName, organizationName } = recipient
  // A display name that only repeats the address is not a real name.
  const given =
    recipient.name && recipient.name.toLowerCase() !== recipient.email.toLowerCase() ? recipient.name : ''
  return {
    ...customTexts(recipient.custom),
    email: recipient.email,
    first_name: firstName ?? '',
    last_name: lastName ?? '',
    name: given || [firstName, lastName].filter(Boolean).join(' '),
    company_name: organizationName ?? '',
    unsubscribe_url: unsubscribeUrl,
  }
}

/** A parsed template, to render for any number of contacts. */
export interface CompiledTemplate {
  subject: Part[]
  html: Part[]
  text: Part[]
}

/** Parses a template. If it has no plain text body, generates one from the HTML. @returns the template, or its problem */
export function compileTemplate(content: MailContent): CompiledTemplate | { problem: string } {
  const subject = parseVariables(content.subject)
  const html = parseVariables(content.htmlBody)
  const text = content.plainTextBody === null ? null : parseVariables(content.plainTextBody)
  for (const parsed of [subject, html, text]) if (parsed && 'problem' in parsed) return parsed
  const partsOf = (parsed: ReturnType<typeof parseVariables>) => ('parts' in parsed ? parsed.parts : [])
  return {
    subject: partsOf(subject),
    html: partsOf(html),
    text: text ? partsOf(text) : textParts(partsOf(html)),
  }
}

/** A variable's index between private-use characters. The HTML-to-text conversion treats it as a word. */
const MARK = /\uE000(\d+)\uE001/

/** Converts the HTML of a template to text, with the variables still unfilled. */
function textParts(html: Part[]): Part[] {
  const marked = html
    .map((part, index) => (typeof part === 'string' ? part : `\uE000${index}\uE001`))
    .join('')
  return toPlainText(marked)
    .split(MARK)
    .map((piece, index) => (index % 2 === 0 ? piece : (html[Number(piece)] ?? '')))
}

/**
 * Renders a template for one contact: fills the variables (escaped in HTML) and adds the signature, the postal address, the pixel
 * and, if the body has none, a visible unsubscribe link. Deterministic.
 */
export function renderMail(template: CompiledTemplate, recipient: Recipient, frame: EmailFrame): Rendering {
  const values = variablesFor(recipient, frame.unsubscribeUrl)
  const subject = fill(template.subject, values, oneLine)
  const html = fill(template.html, values, escapeHtml)
  const text = fill(template.text, values, (value) => value)
  const missing = [...new Set([...subject.missing, ...html.missing, ...text.missing])]
  if (missing.length > 0) return { ok: false, missing }
  return {
    ok: true,
    mail: {
      subject: oneLine(subject.text).trim(),
      html: frameHtml(html.text, frame),
      text: frameText(text.text, frame),
    },
  }
}

/** The content of an email that the user writes to one contact: plain text, or HTML with its text version. */
export interface WrittenContent {
  text: string
  /** Empty for plain text. */
  html: string
}

/**
 * Fills the variables of an email that the user writes to one contact, and adds the signature. No footer, no pixel.
 * @param written plain text or HTML; HTML must be sanitized
 * @returns the content, the variables without a value, or the problem of the text as a sentence
 */
export function renderWritten(
  written: { text: string } | { html: string },
  recipient: Recipient,
  signature: string,
): WrittenContent | { missing: string[] } | { problem: string } {
  const parsed = parseVariables('html' in written ? written.html : written.text)
  if ('problem' in parsed) return parsed
  const values = variablesFor(recipient, '')
  const end = signatureEnd(signature)
  if ('text' in written) {
    const { text, missing } = fill(parsed.parts, values, (value) => value)
    if (missing.length > 0) return { missing }
    return { text: text.trimEnd() + end.text, html: '' }
  }
  const { text: body, missing } = fill(parsed.parts, values, escapeHtml)
  if (missing.length > 0) return { missing }
  const html = body + end.html
  return { text: toPlainText(html), html }
}

/** How a signature ends an email that the user writes: with an empty line before it. Empty without a signature. */
export function signatureEnd(signature: string): WrittenContent {
  if (!signature) return { text: '', html: '' }
  return {
    text: `\n\n${isHtml(signature) ? toPlainText(signature) : signature}`,
    html: `<div><br></div><div>${signatureHtml(signature)}</div>`,
  }
}

/** Makes a text safe for a header, which must be one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')

/** Deeper elements are ignored, because the converter is recursive. No hand-written email nests this deep. */
const MAX_DEPTH = 300

/** Converts HTML to plain text. @param links whether link targets are included */
export const toPlainText = (html: string, { links = true } = {}): string =>
  convert(html, {
    wordwrap: 78,
    limits: { maxDepth: MAX_DEPTH },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: !links } },
      { selector: 'img', format: 'skip' },
    ],
  }).trim()

/** A signature counts as HTML if it has a common tag. `Ann <ann@example.com>` has none. */
const TAG =
  /<\/?(a|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|su[bp]|table|tbody|td|tr|u|ul)(\s[^<>]*)?\/?>/i
const isHtml = (text: string) => TAG.test(text)

const signatureHtml = (text: string) => (isHtml(text) ? text : escapeHtml(text).replaceAll('\n', '<br>'))

function frameHtml(body: string, { unsubscribeUrl, pixelUrl, signature, postalAddress }: EmailFrame): string {
  const url = escapeHtml(unsubscribeUrl)
  const footer = [
    signature ? `<div>${signatureHtml(signature)}</div>` : '',
    ...(postalAddress || !body.includes(url)
      ? [
          '<div style="margin-top:24px;font-size:12px;color:#6b7280">',
          escapeHtml(postalAddress).replaceAll('\n', '<br>'),
          postalAddress && !body.includes(url) ? '<br>' : '',
          body.includes(url) ? '' : `<a href="${url}" style="color:#6b7280">Unsubscribe</a>`,
          '</div>',
        ]
      : []),
    pixelUrl
      ? `<img src="${escapeHtml(pixelUrl)}" width="1" height="1" alt="" style="display:block;border:0">`
      : '',
  ].join('')
  const end = body.search(/<\/body\s*>/i)
  return end < 0 ? body + footer : body.slice(0, end) + footer + body.slice(end)
}

function frameText(body: string, { unsubscribeUrl, signature, postalAddress }: EmailFrame): string {
  const parts = [body.trimEnd()]
  if (signature) parts.push(isHtml(signature) ? toPlainText(signature) : signature)
  const footer = [
    postalAddress,
    body.includes(unsubscribeUrl) ? '' : `Unsubscribe: ${unsubscribeUrl}`,
  ].filter(Boolean)
  if (footer.length > 0) parts.push(footer.join('\n'))
  return parts.join('\n\n')
}
