import { toPlainText } from './render-mail'

/** Characters of a template card's preview (specification document 2, section 9). */
const LENGTH = 100

/** HTML is read from its start only; the head of a long mail is enough for a card. */
const READ = 20_000

/** The first 100 characters of a body's text, without tags; cut at a whole character, with an ellipsis. */
export function excerptOf(html: string): string {
  const text = [...toPlainText(html.slice(0, READ), { links: false }).replace(/\s+/g, ' ')]
  return text.length > LENGTH ? `${text.slice(0, LENGTH).join('').trimEnd()}…` : text.join('')
}
