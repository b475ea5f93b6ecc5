import { escapeHtml } from '~/models/shared/variables'

/** A plain text as HTML: paragraphs at its empty lines. */
export function toHtml(text: string): string {
  if (!text.trim()) return ''
  return text
    .trimEnd()
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
}
