import { VARIABLE_IN_HTML } from '~/models/shared/variables'
import { findMergeTags } from './merge-tags'
import { visibleText } from './visible-text'

/** The text of an empty block of the visual builder. It must never be sent. */
export const BUILDER_TEXT = 'Write here.'

/** The path of the builder's placeholder picture on this server. */
export const BUILDER_PICTURE = '/builder-picture.svg'

/** Default texts of the builder's blocks. They count only as the whole text of an element, because users may write the same words. */
const TEXTS = new Set([
  'Insert text here',
  BUILDER_TEXT,
  'Content 1',
  'Content 2',
  'Content 3',
  'Button',
  'Link',
  'Try it live',
  'First line of text',
  'Second line of text',
  'GO TO SPACE',
  'ORDER YOUR TICKET NOW',
])
/** Unambiguous default texts: they also count as part of a longer text. */
const PHRASES = ['Insert text here', BUILDER_TEXT]
/** Default texts of the navigation bar. Real links have them too, so they count only together with its class. */
const NAVIGATION = new Set(['Getting started', 'Templates', 'Components'])
const NAVIGATION_CLASS = 'mj-link'
/** Default pictures and links of the builder's blocks. */
const ADDRESSES = [
  BUILDER_PICTURE,
  'https://via.placeholder.com/350x250/',
  'https://source.unsplash.com/random/',
  'https://cloud.githubusercontent.com/assets/1830348/15354890/',
  'https://mjml.io/',
]

/**
 * Finds what is left in a template and must not be sent, each once and in order: the visual builder's default texts, pictures and links,
 * and merge tags that are no variables. Runs in linear time.
 */
export function findPlaceholders({
  subject,
  htmlBody,
  plainTextBody,
}: {
  subject: string
  htmlBody: string
  plainTextBody: string | null
}): string[] {
  const found = new Set<string>()
  const isNavigated = htmlBody.includes(NAVIGATION_CLASS)
  const check = (given: string) => {
    const text = given.replaceAll('&nbsp;', ' ').replace(/\s+/g, ' ').trim()
    if (TEXTS.has(text) || (isNavigated && NAVIGATION.has(text))) found.add(text)
    for (const phrase of PHRASES) if (hasPhrase(text, phrase)) found.add(phrase)
  }
  check(subject)
  for (const text of htmlBody.split(/<[^<>]*>/)) check(text)
  for (const line of (plainTextBody ?? '').split('\n')) check(line)
  for (const address of ADDRESSES)
    if (htmlBody.includes(`"${address}`) || htmlBody.includes(`'${address}`)) found.add(address)
  const texts = [subject, visibleText(htmlBody), plainTextBody ?? '']
  for (const text of texts)
    for (const tag of findMergeTags(text.replace(VARIABLE_IN_HTML, ' '))) found.add(tag)
  return [...found]
}

/** Whether a text contains the phrase as a separate sentence. "You can write here." does not. */
function hasPhrase(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase)
  return at === 0 || (at > 0 && /[\s.,:;!?–—-]/.test(text[at - 1]!))
}

/** Names placeholders within a sentence: “Insert text here” and 2 more. */
export function namePlaceholders(found: string[]): string {
  const [first = '', ...more] = found
  return `“${first}”${more.length > 0 ? ` and ${more.length} more` : ''}`
}

/** The warning about what is left in a saved template, as a sentence. */
export const placeholderWarnings = (template: Parameters<typeof findPlaceholders>[0]): string[] => {
  const found = findPlaceholders(template)
  return found.length === 0
    ? []
    : [
        `It still has placeholder text: ${namePlaceholders(found)}. Replace it. Until then, its emails are not sent.`,
      ]
}
