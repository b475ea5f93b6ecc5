import { type Recipient, UNSUBSCRIBE_VARIABLE, variablesFor } from '~/models/contacts/variables'
import { toPlainText } from '~/models/shared/plain-text'
import { escapeHtml, fill, type Part, parseVariables, type Values, valueFor } from '~/models/shared/variables'
import { findMergeTags, isNoValue } from './merge-tags'
import {
  atMarks,
  htmlEncoder,
  linkOf,
  type PlacedPart,
  placeInHtml,
  placeInText,
  placeInTextOfHtml,
  textEncoder,
  withMarks,
} from './places'
import { visibleText } from './visible-text'

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

/**
 * `missing`: the variables that have neither a value nor a default. `unfit`: what must not be sent, each as part of a sentence: merge tags
 * that are left, and values that are placeholders or no links.
 */
export type Rendering =
  | { ok: true; mail: RenderedContent; unfit: string[] }
  | { ok: false; missing: string[] }

/** A parsed template, to render for any number of contacts. */
export interface CompiledTemplate {
  subject: Part[]
  html: PlacedPart[]
  text: PlacedPart[]
  /** What readers see of the HTML. */
  visible: Part[]
}

/** Parses a template. If it has no plain text body, generates one from the HTML. @returns the template, or its problem */
export function compileTemplate(content: MailContent): CompiledTemplate | { problem: string } {
  const subject = parseVariables(content.subject)
  const html = parseVariables(content.htmlBody)
  const text = content.plainTextBody === null ? null : parseVariables(content.plainTextBody)
  if ('problem' in subject) return subject
  if ('problem' in html) return html
  if (text && 'problem' in text) return text
  const marked = withMarks(html.parts)
  const placed = placeInHtml(html.parts)
  return {
    subject: subject.parts,
    html: placed,
    text: text ? placeInText(text.parts) : placeInTextOfHtml(atMarks(toPlainText(marked), placed)),
    visible: atMarks(visibleText(marked), html.parts),
  }
}

/**
 * Renders a template for one contact: fills the variables (escaped for where they stand) and adds the signature, the postal address, the
 * pixel and, if the body has none, a visible unsubscribe link. Deterministic.
 */
export function renderMail(template: CompiledTemplate, recipient: Recipient, frame: EmailFrame): Rendering {
  const values = variablesFor(recipient, frame.unsubscribeUrl)
  const subject = fill(template.subject, values, oneLine)
  const html = fill(template.html, values, htmlEncoder(values))
  const text = fill(template.text, values, textEncoder(values))
  const missing = [...new Set([...subject.missing, ...html.missing, ...text.missing])]
  if (missing.length > 0) return { ok: false, missing }
  return {
    ok: true,
    mail: {
      subject: oneLine(subject.text).trim(),
      html: frameHtml(html.text, frame),
      text: frameText(text.text, frame),
    },
    unfit: [
      ...unfitValues([...template.subject, ...template.html, ...template.text], values),
      ...findMergeTags(
        [subject.text, fill(template.visible, values, (value) => value).text, text.text].join('\n'),
      ).map((tag) => `the text contains “${tag}”`),
    ],
  }
}

/**
 * What all emails of a template have in common.
 * @param gap stands for the value of each variable, but for the unsubscribe link
 */
export function renderShared(
  template: CompiledTemplate,
  frame: EmailFrame,
  gap: string,
): Omit<RenderedContent, 'subject'> {
  const fillGaps = (parts: PlacedPart[], url: string) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part
        return part.variable === UNSUBSCRIBE_VARIABLE.name ? url : gap
      })
      .join('')
  const { unsubscribeUrl } = frame
  return {
    html: frameHtml(fillGaps(template.html, escapeHtml(unsubscribeUrl)), frame),
    text: frameText(fillGaps(template.text, unsubscribeUrl), frame),
  }
}

/** What is wrong with the values that an email would contain, as parts of a sentence. */
function unfitValues(parts: (Part | PlacedPart)[], values: Values): string[] {
  const unfit = new Set<string>()
  for (const part of parts) {
    if (typeof part === 'string') continue
    const own = valueFor({ ...part, fallback: null }, values)
    const used = valueFor(part, values) ?? ''
    const tag = own && findMergeTags(own)[0]
    if (own && isNoValue(own)) unfit.add(`${part.variable} is “${shorten(own)}”`)
    else if (tag) unfit.add(`${part.variable} contains “${tag}”`)
    else if ('place' in part && part.place === 'link' && used && linkOf(used, part.fallback) === null)
      unfit.add(`${part.variable} is not a link: “${shorten(used)}”`)
  }
  return [...unfit]
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60).trim()}…` : text.trim())

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
  const [unfit] = unfitValues(parsed.parts, values)
  if (unfit) return { problem: `A value of this contact cannot be sent: ${unfit}` }
  const end = signatureEnd(signature)
  if ('text' in written) {
    const { text, missing } = fill(placeInText(parsed.parts), values, textEncoder(values))
    if (missing.length > 0) return { missing }
    return { text: text.trimEnd() + end.text, html: '' }
  }
  const { text: body, missing } = fill(placeInHtml(parsed.parts), values, htmlEncoder(values))
  if (missing.length > 0) return { missing }
  return { text: toPlainText(body) + end.text, html: body + end.html }
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

/** A signature counts as HTML if it has a common tag. `Ann <ann@example.com>` has none. */
const TAG =
  /<\/?(a|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|su[bp]|table|tbody|td|tr|u|ul)(\s[^<>]*)?\/?>/i
const isHtml = (text: string) => TAG.test(text)

const signatureHtml = (text: string) => (isHtml(text) ? text : escapeHtml(text).replaceAll('\n', '<br>'))

function frameHtml(body: string, { unsubscribeUrl, pixelUrl, signature, postalAddress }: EmailFrame): string {
  const url = escapeHtml(unsubscribeUrl)
  const end = body.search(/<\/body\s*>/i)
  const [written, close] = end < 0 ? [body, ''] : [body.slice(0, end), body.slice(end)]
  const signed = signature ? `<div>${signatureHtml(signature)}</div>` : ''
  const own = signed ? footerAt(written, url) : -1
  const [before, after] =
    own < 0 ? [written + signed, ''] : [written.slice(0, own) + signed, written.slice(own)]
  const footer = [
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
  return before + after + footer + close
}

/** A footer has at most so many characters after its unsubscribe link. */
const MAX_AFTER = 300
/** What a footer is made of, and where nothing may stand before it. */
const FOOTERS = new Set(['p', 'div', 'center', 'footer', 'h4', 'h5', 'h6'])
const NO_CONTENT = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl', 'p'])
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'meta', 'wbr'])

/** Where the footer of a body begins that ends with its own unsubscribe link; -1 if it has none. The signature stands above it. */
function footerAt(html: string, url: string): number {
  const at = html.lastIndexOf(url)
  if (at < 0 || bareText(html.slice(at + url.length)).length > MAX_AFTER) return -1
  const open: { name: string; from: number }[] = []
  for (const { 0: tag, 1: slash, 2: given = '', index } of html
    .slice(0, at)
    .matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>?/gi)) {
    const name = given.toLowerCase()
    if (VOID.has(name) || tag.endsWith('/>')) continue
    if (!slash) open.push({ name, from: index })
    else {
      const last = open.findLastIndex((element) => element.name === name)
      if (last >= 0) open.length = last
    }
  }
  const place = open.findLastIndex(
    ({ name }, index) => FOOTERS.has(name) && !NO_CONTENT.has(open[index - 1]?.name ?? ''),
  )
  const from = open[place]?.from ?? -1
  return from > 0 && bareText(html.slice(0, from)) !== '' ? from : -1
}

/** What readers see of a piece of HTML that may begin within a tag. */
const bareText = (html: string): string =>
  visibleText(html.replace(/^[^<>]*>/, ''))
    .replace(/\s+/g, ' ')
    .trim()

function frameText(body: string, { unsubscribeUrl, signature, postalAddress }: EmailFrame): string {
  const written = body.trimEnd()
  const at = written.lastIndexOf(unsubscribeUrl)
  const isLast = at >= 0 && written.length - at - unsubscribeUrl.length <= MAX_AFTER
  const paragraph = isLast ? written.lastIndexOf('\n\n', at) : -1
  const [before, own] =
    paragraph > 0 ? [written.slice(0, paragraph), written.slice(paragraph + 2)] : [written, '']
  return [
    before,
    signature && (isHtml(signature) ? toPlainText(signature) : signature),
    ...(own
      ? [postalAddress, own]
      : [[postalAddress, at >= 0 ? '' : `Unsubscribe: ${unsubscribeUrl}`].filter(Boolean).join('\n')]),
  ]
    .filter(Boolean)
    .join('\n\n')
}
