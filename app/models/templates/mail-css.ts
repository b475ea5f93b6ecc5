import type { ChildNode, Container, Root } from 'postcss'
import safeParse from 'postcss-safe-parser'

/*
 * Sanitizes the CSS of emails: removes rules and declarations that fetch or run something, and keeps all others unchanged.
 */

/** Never allowed: other files, programs, and anything that could end the `<style>` element. */
const NEVER =
  /@(import|charset|namespace|font-face)\b|expression\s*\(|javascript\s*:|vbscript\s*:|(^|[^-\w])behavior\s*:|-moz-binding|<[/!]/i
const FETCHES = /(^|[^-\w])(url|src|image|image-set|-webkit-image-set|cross-fade|element)\s*\(/i

/** Removes comments and decodes escapes: `\75 rl(` means `url(` (CSS Syntax Level 3, section 4.3.7). */
const decoded = (css: string) =>
  css
    .replace(/\/\*([\s\S]*?)(\*\/|$)/g, (_, text: string, end: string) => (end ? ' ' : text))
    .replace(/\\([0-9a-f]{1,6})[ \t\r\n\f]?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    })
    .replace(/\\(?=[^\n])/g, '')

/** Whether CSS of a `<style>` element fetches or runs something. */
function isHarmful(css: string): boolean {
  const text = decoded(css)
  return NEVER.test(text) || FETCHES.test(text)
}

/** Whether CSS of a `style` attribute fetches or runs something. Background images on the web are allowed. */
function isHarmfulStyle(css: string): boolean {
  const text = decoded(css)
  const withoutPictures = text.replace(
    /(^|[^-\w])url\s*\(([^()]*)\)/gi,
    (whole, before: string, address: string) => (WEB_ADDRESS.test(address) ? before : whole),
  )
  return NEVER.test(text) || FETCHES.test(withoutPictures)
}

const WEB_ADDRESS = /^\s*(?:["']\s*)?https?:\/\//i

/** More than any real email has: Gmail ignores a `<style>` element of more than 16 KB. */
const MAX_SHEETS = 50_000
const MAX_RULES = 1_000
const MAX_NESTING = 5
const MAX_ATTRIBUTES = 5_000

/** Why an email's CSS is more than may be parsed, as a sentence; null if it is not. */
export function cssProblem(html: string): string | null {
  const sheets = html
    .split(/<style\b/i)
    .slice(1)
    .map((part) => part.slice(part.indexOf('>') + 1).split(/<\/style/i)[0])
    .join('\n')
  if (sheets.length > MAX_SHEETS)
    return `The style sheets have more than ${MAX_SHEETS.toLocaleString('en-US')} characters`
  if (sheets.split('{').length - 1 > MAX_RULES)
    return `The style sheets have more than ${MAX_RULES.toLocaleString('en-US')} rules`
  let depth = 0
  for (const [brace] of sheets.matchAll(/[{}]/g)) {
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1))
    if (depth > MAX_NESTING) return `The style sheets have rules nested more than ${MAX_NESTING} deep`
  }
  return html.split(/\bstyle\s*=/i).length - 1 > MAX_ATTRIBUTES
    ? `More than ${MAX_ATTRIBUTES.toLocaleString('en-US')} elements have a style attribute`
    : null
}

/** Cleans the content of a `<style>` element. CSS that cannot be read is dropped. */
export const cleanSheet = (css: string): string => clean(css, isHarmful, () => true)

/** Cleans a `style` attribute. CSS that cannot be read is dropped. */
export const cleanDeclarations = (style: string): string =>
  clean(style, isHarmfulStyle, ({ type }) => type === 'decl' || type === 'comment')

function clean(
  css: string,
  isHarm: (css: string) => boolean,
  isAllowed: (node: ChildNode) => boolean,
): string {
  try {
    const root = safeParse(css) as Root
    keepNodes(root, (node) => isAllowed(node) && !isHarm(ownText(node)))
    const text = root.toString()
    // The parser keeps text that it does not understand between the nodes.
    return isHarm(text) ? '' : text
  } catch {
    // Nested too deeply for the parser: no real style sheet is.
    return ''
  }
}

function keepNodes(container: Container, isKept: (node: ChildNode) => boolean): void {
  container.nodes = container.nodes?.filter(isKept)
  for (const node of container.nodes ?? []) if ('nodes' in node) keepNodes(node as Container, isKept)
}

/** The source text of a node, without the nodes in its block. */
function ownText(node: ChildNode): string {
  switch (node.type) {
    case 'decl':
      return `${node.prop}${node.raws.between}${node.raws.value?.raw ?? node.value}`
    case 'rule':
      return node.raws.selector?.raw ?? node.selector
    case 'atrule':
      return `@${node.name}${node.raws.afterName}${node.raws.params?.raw ?? node.params}`
    case 'comment':
      return node.text
  }
}
