import sanitizeHtml from 'sanitize-html'
import { invalid } from '~/errors'
import { VARIABLE_IN_HTML } from '~/models/shared/variables'
import { isAllowedUrl, SCHEMES } from '~/models/shared/web-address'
import { cleanDeclarations, cleanSheet, cssProblem } from './mail-css'
import { cleanConditional, isConditional } from './mail-mso'

/** Allowed elements. Others are removed, but their text is kept, except for scripts and the like (`nonTextTags`). */
const TAGS = [
  ...['html', 'head', 'body', 'title', 'meta', 'style'],
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'div',
    'span',
    'center',
    'font',
    'br',
    'hr',
    'wbr',
    'pre',
    'blockquote',
  ],
  ...['a', 'img', 'map', 'area', 'figure', 'figcaption', 'picture'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['article', 'section', 'header', 'footer', 'main', 'nav', 'aside', 'address', 'bdi', 'bdo'],
  ...[
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'strike',
    'del',
    'ins',
    'small',
    'big',
    'sub',
    'sup',
    'mark',
    'abbr',
    'cite',
  ],
  ...['code', 'kbd', 'samp', 'var', 'q', 'time', 'tt'],
]

const ATTRIBUTES: Record<string, string[]> = {
  '*': [
    ...['style', 'class', 'id', 'title', 'lang', 'dir', 'role', 'aria-*', 'data-*', 'hidden', 'name'],
    ...['align', 'valign', 'width', 'height', 'bgcolor', 'background', 'color', 'border', 'bordercolor'],
  ],
  html: ['xmlns', 'xmlns:v', 'xmlns:o', 'xmlns:w'],
  body: ['text', 'link', 'vlink', 'alink', 'marginwidth', 'marginheight', 'leftmargin', 'topmargin'],
  meta: ['charset', 'http-equiv', 'content'],
  style: ['type', 'media'],
  a: ['href', 'target', 'rel'],
  area: ['href', 'target', 'shape', 'coords', 'alt'],
  img: ['src', 'srcset', 'sizes', 'alt', 'hspace', 'vspace', 'usemap', 'loading'],
  font: ['face', 'size'],
  hr: ['size', 'noshade'],
  table: ['cellpadding', 'cellspacing', 'rules', 'frame', 'summary'],
  td: ['colspan', 'rowspan', 'nowrap', 'headers', 'scope', 'abbr'],
  th: ['colspan', 'rowspan', 'nowrap', 'headers', 'scope', 'abbr'],
  tr: ['nowrap'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value', 'type'],
  br: ['clear'],
  blockquote: ['cite'],
  time: ['datetime'],
}

const ADDRESSES = new Set(['href', 'src', 'background', 'cite'])

/** Private-use characters that mark variables and conditional comments while the HTML is sanitized. */
const MARKS = /[\uE000-\uE003]/g
const CONDITIONAL =
  /<!--\[if [^\]<>]*\]>(?:<!--(?: -->|>)|[\s\S]*?(?:<!\[endif\]-->|$))|<!--\s?<!\[endif\]-->/gi
const LAST = '<![endif]-->'
const DOCTYPE = /^\s*<!doctype\s+html[^<>]*>\s*/i

/**
 * Sanitizes the HTML of an email with an allow-list. Removes scripts, forms, frames, external files and event handlers. Keeps what
 * email clients need: style attributes, `<style>`, tables with their legacy attributes, Outlook's conditional comments, and
 * variables, also within URLs. Idempotent.
 * @throws AppError INVALID for HTML that is nested too deeply, and for more CSS than any email has
 */
export function sanitizeEmailHtml(html: string): string {
  if (isTooDeep(html)) invalid('The HTML is nested too deeply', 'htmlBody')
  const problem = cssProblem(html)
  if (problem) invalid(problem, 'htmlBody')
  const variables: string[] = []
  const comments: string[] = []
  const doctype = DOCTYPE.exec(html)?.[0] ?? ''
  const marked = html
    .slice(doctype.length)
    .replace(MARKS, '')
    .replace(VARIABLE_IN_HTML, (variable) => `\uE000${variables.push(variable) - 1}\uE001`)
  // Search for comments only up to the last end of one. Each unclosed start would otherwise scan to the end of the text.
  const end = marked.toLowerCase().lastIndexOf(LAST) + LAST.length
  const [head, tail] = end < LAST.length ? ['', marked] : [marked.slice(0, end), marked.slice(end)]
  const open = head.replace(CONDITIONAL, (comment) =>
    isConditional(comment) ? `\uE002${comments.push(comment) - 1}\uE003` : '',
  )
  const clean = restore(sanitizeHtml(open + tail, OPTIONS), comments)
  return doctype + clean.replace(/\uE000(\d+)\uE001/g, (_, index: string) => variables[Number(index)] ?? '')
}

/** Deeper than any real email. Parsers take time in proportion to the depth, for each element. */
const MAX_DEPTH = 250
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

/** Whether elements may be nested too deeply. An upper bound: an end tag closes at least one element of its name. */
function isTooDeep(html: string): boolean {
  const open = new Map<string, number>()
  let depth = 0
  for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
    const name = tag!.toLowerCase()
    if (VOID.has(name)) continue
    const n = open.get(name) ?? 0
    if (slash && n === 0) continue
    open.set(name, n + (slash ? -1 : 1))
    depth += slash ? -1 : 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: SCHEMES,
  allowedSchemesAppliedToAttributes: [...ADDRESSES],
  // For `style`, whose content is sanitized below.
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'noembed',
    'noframes',
    'iframe',
    'xmp',
    'plaintext',
    'template',
    'svg',
    'math',
    'object',
    'select',
  ],
  transformTags: { '*': cleanTag },
  exclusiveFilter: ({ tag, attribs }) => tag === 'meta' && Object.keys(attribs).length === 0,
}

function cleanTag(tagName: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (name === 'style') {
        const style = cleanDeclarations(value)
        return style.trim() ? [[name, style]] : []
      }
      // The text around a variable must not form a scheme.
      if (ADDRESSES.has(name) && !isAllowedUrl(value.replace(/\uE000\d+\uE001/g, ''))) return []
      return [[name, value]]
    }),
  )
  const equiv = attribs['http-equiv']
  if (tagName === 'meta' && equiv !== undefined && !/^(content-type|x-ua-compatible)$/i.test(equiv))
    return { tagName, attribs: {} }
  return { tagName, attribs }
}

/** Invisible characters are written as entities again. */
const NAMED: Record<string, string> = {
  '\u00a0': '&nbsp;',
  '\u00ad': '&shy;',
  '\u034f': '&#847;',
  '\u200b': '&#8203;',
  '\u200c': '&zwnj;',
  '\u200d': '&zwj;',
  '\ufeff': '&#65279;',
}
const NAMELESS = /\u034f|[\u00a0\u00ad\u200b\u200c\ufeff]/g

/**
 * Restores conditional comments where text is allowed, and sanitizes style sheets. Splitting by tags is safe here, because the
 * sanitized HTML has `<` and `>` only around tags.
 */
function restore(html: string, comments: string[]): string {
  let inside = ''
  return html
    .split(/(<[^<>]*>)/)
    .map((piece, index) => {
      if (index % 2 === 1) {
        const name = /^<(\/?)([a-z0-9]+)/i.exec(piece)
        if (name?.[2] === 'style' || name?.[2] === 'title') inside = name[1] ? '' : name[2]
        return piece.replace(/\uE002\d+\uE003/g, '')
      }
      if (inside === 'style') return cleanSheet(piece.replace(/\uE002\d+\uE003/g, ''))
      const text = piece.replace(NAMELESS, (character) => NAMED[character]!)
      return text.replace(/\uE002(\d+)\uE003/g, (_, at: string) =>
        inside ? '' : cleanConditional(comments[Number(at)] ?? ''),
      )
    })
    .join('')
}
