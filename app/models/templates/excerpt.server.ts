import { toPlainText } from '~/models/shared/plain-text'

/** Characters of a template card's preview (specification document 2, section 9). */
const LENGTH = 100

/** Only this many characters of the HTML are converted: enough for a card. */
const READ = 20_000

/** The first 100 characters of a body's text, without tags and with an ellipsis. Never cuts within a character. */
export function excerptOf(html: string): string {
  const text = [...toPlainText(html.slice(0, READ), { links: false }).replace(/\s+/g, ' ')]
  return text.length > LENGTH ? `${text.slice(0, LENGTH).join('').trimEnd()}…` : text.join('')
}
