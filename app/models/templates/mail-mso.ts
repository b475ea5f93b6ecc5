import { cleanDeclarations, cleanSheet } from './mail-css'

/** Outlook's conditional comments. All other clients read them as comments, so nothing in them may end the comment early. */

const HIDDEN = /^<!--\[if ([\w\s!|&().]+)\]>([\s\S]*?)<!\[endif\]-->$/i
const SHOWN = /^<!--\[if ([\w\s!|&().]+)\]><!--(?:| )(?:-->|>)$/i
const END = /^<!--\s?<!\[endif\]-->$/i

/** Whether a comment has exactly one of the known forms. */
export const isConditional = (comment: string): boolean =>
  [HIDDEN, SHOWN, END].some((form) => form.test(comment))

const TAG =
  /<(\/?)([a-z][a-z0-9]{0,40}(?::[a-z][a-z0-9]{0,40})?)((?:\s{1,20}[a-z_][\w:.-]{0,60}(?:\s{0,20}=\s{0,20}(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^\s"'<>=`]{1,2000}))?){0,40})\s{0,20}(\/?)>/gi
const ATTRIBUTE = /([a-z_][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/gi
const ELEMENTS =
  /^(table|tbody|thead|tr|td|th|div|p|span|a|img|br|center|font|b|strong|i|em|u|style|xml|noscript|[vow]:[a-z]+)$/i
const ADDRESS = /^(href|src|background|o:href|xlink:href)$/i
/** Outlook does not decode URLs, so only web schemes, relative URLs and variables (marked as \uE000n\uE001) are allowed. */
const SAFE_ADDRESS = /^\s*(https?:|mailto:|tel:|#|[\w./?=&%+-]*$)/i
const VARIABLE_MARK = /\uE000\d+\uE001/g

/** Sanitizes a conditional comment: keeps only the elements that Outlook needs for the layout. */
export function cleanConditional(comment: string): string {
  if (SHOWN.test(comment) || END.test(comment)) return comment
  const [, condition, content] = HIDDEN.exec(comment) ?? []
  if (condition === undefined || content === undefined) return ''
  const clean = cleanContent(content)
  // Browsers also end a comment at `--!>` (HTML 13.2.5.52).
  return /--!?>/.test(clean) ? '' : `<!--[if ${condition}]>${clean}<![endif]-->`
}

/** Sanitizes tag by tag, because an element may open in one comment and close in another. */
function cleanContent(content: string): string {
  let out = ''
  let from = 0
  let sheet = false
  for (const match of content.matchAll(TAG)) {
    out += between(content.slice(from, match.index), sheet)
    from = match.index + match[0].length
    const [whole, slash, name, attributes] = match
    if (name!.toLowerCase() === 'style') sheet = !slash
    else if (sheet) continue
    if (!ELEMENTS.test(name!)) continue
    out += attributes ? whole.replace(attributes, () => cleanAttributes(attributes)) : whole
  }
  return out + between(content.slice(from), sheet)
}

const between = (text: string, sheet: boolean) => (sheet ? cleanSheet(text) : text.replaceAll('<', '&lt;'))

function cleanAttributes(text: string): string {
  return text.replace(ATTRIBUTE, (whole, name: string, double?: string, single?: string, bare?: string) => {
    const value = double ?? single ?? bare ?? ''
    if (/^on/i.test(name) || /^srcdoc$/i.test(name)) return ''
    if (ADDRESS.test(name) && !SAFE_ADDRESS.test(value.replace(VARIABLE_MARK, ''))) return ''
    if (name.toLowerCase() !== 'style') return whole
    return `style="${cleanDeclarations(value).replaceAll('"', '&quot;')}"`
  })
}
