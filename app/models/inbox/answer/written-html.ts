import { escapeHtml, VARIABLE_IN_HTML } from '~/models/shared/variables'

/** A plain text as HTML: paragraphs at its empty lines. Its variables stay as they are. */
export function toHtml(text: string): string {
  if (!text.trim()) return ''
  return text
    .trimEnd()
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

function escaped(text: string): string {
  const variables = text.match(VARIABLE_IN_HTML) ?? []
  return text
    .split(VARIABLE_IN_HTML)
    .map((piece, index) => escapeHtml(piece) + (variables[index] ?? ''))
    .join('')
}
