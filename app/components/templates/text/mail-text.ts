import { getSchema } from '@tiptap/core'
import Heading from '@tiptap/extension-heading'
import HorizontalRule from '@tiptap/extension-horizontal-rule'
import { DOMSerializer, type Node, DOMParser as TextParser } from '@tiptap/pm/model'
import { richText } from '~/components/forms/rich-text/extensions'
import { VARIABLE_IN_HTML } from '~/models/shared/variables'
import { canonicalOf, foreignParts } from './canonical'
import { VariableNode } from './variable-node'

/** What the text of an email can have. */
export const extensions = [
  ...richText,
  Heading.configure({ levels: [1, 2, 3] }),
  HorizontalRule,
  VariableNode,
]
const schema = getSchema(extensions)

/** Private-use characters around the index of a variable: HTML is parsed without the quotation marks of its default. */
const MARK = /\uE000(\d+)\uE001/g
const MARKS = /[\uE000\uE001]/g

/**
 * Reads the HTML of an email as a text for the editor.
 * @returns the document, or the names of what it would lose
 */
export function readMailText(html: string): { doc: Node } | { lost: string[] } {
  const body = bodyOf(html)
  const foreign = foreignParts(html, body)
  if (foreign.length > 0) return { lost: foreign }
  const before = canonicalOf(body)
  // A lone line break keeps an empty paragraph visible in emails; in the editor it would be a second line.
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3'))
    if (paragraph.childNodes.length === 1 && paragraph.firstChild?.nodeName === 'BR')
      paragraph.replaceChildren()
  const doc = TextParser.fromSchema(schema).parse(body)
  return canonicalOf(bodyOf(writeMailText(doc))) === before ? { doc } : { lost: ['its structure'] }
}

/** The HTML of a text, as the email stores it. Empty for a text of blank lines. */
export function writeMailText(doc: Node): string {
  const page = new DOMParser().parseFromString('', 'text/html')
  const { body } = page
  body.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content, { document: page }))
  const variables: string[] = []
  const keep = (raw: string) => `\uE000${variables.push(raw) - 1}\uE001`
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes])
      if (name !== 'data-variable') element.setAttribute(name, value.replace(VARIABLE_IN_HTML, keep))
  for (const chip of body.querySelectorAll('[data-variable]'))
    chip.replaceWith(keep(chip.getAttribute('data-variable')!))
  body.normalize()
  for (const block of body.querySelectorAll('p, h1, h2, h3')) keepSpaces(block)
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3'))
    if (!paragraph.firstChild) paragraph.append(page.createElement('br'))
  for (const item of body.querySelectorAll('li')) unwrapLine(item)
  if (!body.textContent?.trim() && !body.querySelector('hr')) return ''
  const blocks = [...body.children].map((block) => block.outerHTML)
  return blocks
    .join('\n')
    .replace(/\{(?=\uE000)/g, '&#123;')
    .replace(MARK, (_, index: string) => variables[Number(index)]!)
}

/** The body of an HTML text, with an element for each variable in its text. */
function bodyOf(html: string): HTMLElement {
  const variables: string[] = []
  const marked = html
    .replace(MARKS, '')
    .replace(VARIABLE_IN_HTML, (raw) => `\uE000${variables.push(raw) - 1}\uE001`)
  const { body } = new DOMParser().parseFromString(marked, 'text/html')
  const rawOf = (_: string, index: string) => variables[Number(index)] ?? ''
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes])
      element.setAttribute(name, value.replace(MARK, rawOf))
  replaceMarks(body, variables)
  return body
}

function replaceMarks(element: Element, variables: string[]): void {
  for (const child of [...element.childNodes]) {
    if (child.nodeType === 1) replaceMarks(child as Element, variables)
    if (child.nodeType !== 3) continue
    const pieces = child.nodeValue!.split(MARK)
    if (pieces.length === 1) continue
    const page = element.ownerDocument
    const parts = pieces.map((piece, index) => {
      if (index % 2 === 0) return page.createTextNode(piece)
      const chip = page.createElement('span')
      chip.setAttribute('data-variable', variables[Number(piece)] ?? '')
      return chip
    })
    child.replaceWith(...parts)
  }
}

/** Makes the spaces of a paragraph visible that HTML would collapse: at the ends of lines, and after another space. */
function keepSpaces(block: Element): void {
  const pieces: ChildNode[] = []
  const visit = (node: ChildNode) => {
    if (node.nodeType === 3 || node.nodeName === 'BR') pieces.push(node)
    else for (const child of node.childNodes) visit(child)
  }
  for (const child of block.childNodes) visit(child)
  const line = pieces.map((node) => node.nodeValue?.replace(/[\t\n\r\f]/g, ' ') ?? '\n').join('')
  const kept = line.replace(/^ | $| (?=\n)|(?<=[\n ]) /g, '\u00a0')
  let at = 0
  for (const node of pieces) {
    const { length } = node.nodeValue ?? '\n'
    if (node.nodeType === 3) node.nodeValue = kept.slice(at, at + length)
    at += length
  }
}

/** `<li><p>One</p></li>` becomes `<li>One</li>`: email clients give paragraphs a margin. */
function unwrapLine(item: Element): void {
  const [first, ...more] = item.children
  if (first?.nodeName === 'P' && more.every(({ nodeName }) => /^[OU]L$/.test(nodeName)))
    first.replaceWith(...first.childNodes)
}
