import { convert, type DomNode, type FormatCallback } from 'html-to-text'
import { numbered } from '~/providers/mail/message/list-numbers'

/** Deeper elements are ignored, because the converter is recursive. No hand-written email nests this deep. */
const MAX_DEPTH = 300

/** Converts HTML to plain text. @param links whether link targets are included */
export const toPlainText = (html: string, { links = true } = {}): string =>
  convert(html, {
    wordwrap: 78,
    limits: { maxDepth: MAX_DEPTH },
    formatters: { numbered, row },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: !links } },
      { selector: 'img', format: 'skip' },
      { selector: 'ol', format: 'numbered' },
      { selector: 'tr', format: 'row' },
    ],
  })
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Between the cells of a row. */
const BETWEEN = ' | '
/** What makes a cell a piece of the layout, and not one value of a table. */
const BLOCKS = new Set(
  'address article aside blockquote br center div dl footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)

/** A row of a table: cells with values stand in one line, apart, and the pieces of a layout below each other. */
function row(...[element, walk, builder]: Parameters<FormatCallback>): void {
  const cells = element.children.filter(({ name }) => name === 'td' || name === 'th')
  const full = cells.filter((cell) => cell.children.some(hasText))
  const isLine = full.length > 1 && full.every((cell) => !cell.children.some(hasBlock))
  builder.openBlock({ leadingLineBreaks: 1 })
  for (const [index, cell] of full.entries()) {
    if (isLine && index > 0) builder.addInline(BETWEEN)
    if (!isLine) builder.openBlock({ leadingLineBreaks: 1 })
    walk(cell.children, builder)
    if (!isLine) builder.closeBlock({ trailingLineBreaks: 1 })
  }
  builder.closeBlock({ trailingLineBreaks: 1 })
}

/** Both stop as deep as the converter does. */
const hasBlock = (node: DomNode): boolean => within(node, ({ name }) => BLOCKS.has(name ?? ''))
const hasText = (node: DomNode): boolean =>
  within(node, ({ type, data }) => type === 'text' && /\S/.test(data ?? ''))

/** Whether a node or one within it is as `fits` says. */
function within(node: DomNode, fits: (node: DomNode) => boolean, depth = 0): boolean {
  if (fits(node)) return true
  return depth < MAX_DEPTH && (node.children ?? []).some((child) => within(child, fits, depth + 1))
}
