import { convert } from 'html-to-text'
import { escapeHtml, fill, parseVariables } from './variables'

/** What a contact gives to a template. */
export interface Recipient {
  email: string
  firstName: string | null
  lastName: string | null
  name: string | null
  organizationName: string | null
  custom: Record<string, string>
}

export interface MailContent {
  subject: string
  htmlBody: string
  plainTextBody: string | null
}

export interface MailFrame {
  unsubscribeUrl: string
  /** Null sends no pixel. */
  pixelUrl: string | null
  /** HTML. */
  signature: string
  /** Plain text, several lines. */
  postalAddress: string
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

export type Rendering = { ok: true; mail: RenderedMail } | { ok: false; missing: string[]; problem?: string }

/** The values of the variables for one contact. */
export function variablesFor(recipient: Recipient, unsubscribeUrl: string): Record<string, string> {
  const { firstName, lastName, organizationName } = recipient
  // A display name that was made from the address is no name to greet somebody by.
  const given =
    recipient.name && recipient.name.toLowerCase() !== recipient.email.toLowerCase() ? recipient.name : ''
  return {
    ...recipient.custom,
    email: recipient.email,
    first_name: firstName ?? '',
    last_name: lastName ?? '',
    name: given || [firstName, lastName].filter(Boolean).join(' '),
    company_name: organizationName ?? '',
    unsubscribe_url: unsubscribeUrl,
  }
}

/**
 * A template as one contact gets it: variables filled (escaped in HTML), signature, address, a visible unsubscribe link
 * where the text has none, and the pixel. Pure: the same input gives the same bytes.
 */
export function renderMail(content: MailContent, recipient: Recipient, frame: MailFrame): Rendering {
  const values = variablesFor(recipient, frame.unsubscribeUrl)
  const subject = fillText(content.subject, values, oneLine)
  const html = fillText(content.htmlBody, values, escapeHtml)
  const text =
    content.plainTextBody === null ? null : fillText(content.plainTextBody, values, (value) => value)
  const filled = [subject, html, ...(text ? [text] : [])]
  const problem = filled.find((part) => 'problem' in part)
  if (problem && 'problem' in problem) return { ok: false, missing: [], problem: problem.problem }
  const missing = [...new Set(filled.flatMap((part) => ('missing' in part ? part.missing : [])))]
  if (missing.length > 0) return { ok: false, missing }
  const body = (html as { text: string }).text
  const plain = text && 'text' in text ? text.text : toPlainText(body)
  return {
    ok: true,
    mail: {
      subject: oneLine((subject as { text: string }).text).trim(),
      html: frameHtml(body, frame),
      text: frameText(plain, frame),
    },
  }
}

function fillText(text: string, values: Record<string, string>, encode: (value: string) => string) {
  const parsed = parseVariables(text)
  return 'problem' in parsed ? parsed : fill(parsed.parts, values, encode)
}

/** A header is one line, whatever a contact's fields hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')

/** The text part of a mail that has only HTML. */
export const toPlainText = (html: string): string =>
  convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
    ],
  }).trim()

function frameHtml(body: string, { unsubscribeUrl, pixelUrl, signature, postalAddress }: MailFrame): string {
  const url = escapeHtml(unsubscribeUrl)
  const footer = [
    signature ? `<div>${signature}</div>` : '',
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

function frameText(body: string, { unsubscribeUrl, signature, postalAddress }: MailFrame): string {
  const parts = [body.trimEnd()]
  if (signature) parts.push(toPlainText(signature))
  const footer = [
    postalAddress,
    body.includes(unsubscribeUrl) ? '' : `Unsubscribe: ${unsubscribeUrl}`,
  ].filter(Boolean)
  if (footer.length > 0) parts.push(footer.join('\n'))
  return parts.join('\n\n')
}
