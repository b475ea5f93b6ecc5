/*
 * Compares HTML before and after it was read as a text: equal if email clients show the same. Formats may be nested in any order, white
 * space that has no effect is ignored, and a line in a list item may be a paragraph or not.
 */

/** The elements of formats, by any of their names. */
const FORMATS: Record<string, string> = {
  B: 'strong',
  STRONG: 'strong',
  I: 'em',
  EM: 'em',
  U: 'u',
  S: 's',
  STRIKE: 's',
  DEL: 's',
  A: 'a',
}
const BLOCKS = new Set(['P', 'H1', 'H2', 'H3', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'HR', 'BR'])
const ATTRIBUTES: Record<string, string[]> = {
  A: ['href', 'target', 'rel', 'class', 'title'],
  OL: ['start', 'type'],
}

/** The elements and attributes that a text of the editor cannot have, by name. */
export function foreignParts(html: string, body: Element): string[] {
  const found = new Set<string>()
  if (/<(!doctype|html|head|body)\b/i.test(html)) found.add('a whole HTML document')
  if (/<!--/.test(html)) found.add('comments')
  if (/<(style|title|meta|link|script)\b/i.test(html)) found.add('styles or scripts')
  for (const element of body.querySelectorAll('*')) {
    const name = element.nodeName
    if (name === 'SPAN' && element.hasAttribute('data-variable')) continue
    if (!FORMATS[name] && !BLOCKS.has(name)) found.add(name.toLowerCase())
    else
      for (const attribute of element.attributes)
        if (!ATTRIBUTES[name]?.includes(attribute.name)) found.add(`${attribute.name}=""`)
  }
  return [...found].slice(0, 5)
}

/** A character, or a variable, with its formats. */
interface Piece {
  text: string
  formats: string
}

/** The content of an element in one form for all HTML that is shown alike. */
export function canonicalOf(body: Element): string {
  let out = ''
  let line: Piece[] = []
  const flush = (name = 'p') => {
    const text = lineOf(line)
    line = []
    if (text) out += `<${name}>${text}</${name}>`
  }
  const visit = (node: ChildNode, formats: string[]) => {
    const element = node as Element
    if (node.nodeType === 3) for (const text of node.nodeValue!) line.push({ text, formats: formats.join() })
    else if (node.nodeType !== 1) return
    else if (element.hasAttribute('data-variable'))
      line.push({ text: `\uE000${element.getAttribute('data-variable')}`, formats: formats.join() })
    else if (element.nodeName === 'BR') line.push({ text: '\u2028', formats: '' })
    else if (FORMATS[element.nodeName]) {
      const inner = [...new Set([...formats, openTag(FORMATS[element.nodeName]!, element)])].sort()
      for (const child of element.childNodes) visit(child, inner)
    } else {
      flush()
      const isLine = /^(P|H\d)$/.test(element.nodeName)
      if (!isLine) out += `<${openTag(element.nodeName.toLowerCase(), element)}>`
      for (const child of element.childNodes) visit(child, [])
      flush(isLine ? element.nodeName.toLowerCase() : undefined)
      if (!isLine) out += '</>'
    }
  }
  for (const child of body.childNodes) visit(child, [])
  flush()
  return out
}

/** The text of a line without the white space that has no effect. A line break at its end shows only in an empty line. */
function lineOf(pieces: Piece[]): string {
  const kept: Piece[] = []
  for (const piece of pieces) {
    const isSpace = /^[ \t\r\n\f]$/.test(piece.text)
    const before = kept.at(-1)?.text
    if (isSpace && (before === undefined || before === ' ' || before === '\u2028')) continue
    if (piece.text === '\u2028' && before === ' ') kept.pop()
    kept.push(isSpace ? { text: ' ', formats: '' } : piece)
  }
  if (kept.at(-1)?.text === ' ') kept.pop()
  if (kept.length > 1 && kept.at(-1)?.text === '\u2028') kept.pop()
  let out = ''
  let formats = ''
  for (const piece of kept) {
    if (piece.formats !== formats && piece.text !== ' ') {
      formats = piece.formats
      out += `[${formats}]`
    }
    out += piece.text
  }
  return out
}

function openTag(name: string, element: Element): string {
  const attributes = [...element.attributes].map((attribute) => `${attribute.name}=${attribute.value}`).sort()
  return [name, ...attributes].join(' ')
}
