/** What the visual builder shows until something is written: never meant for a recipient. */
export const BUILDER_TEXT = 'Write here.'

/** Where the builder's empty picture is, as its path on this server. */
export const BUILDER_PICTURE = '/builder-picture.svg'

/** Default texts of the builder's blocks. Each counts as the whole text of an element: a person may use the same words. */
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
/** Of these it is sure: they count within other words too. */
const PHRASES = ['Insert text here', BUILDER_TEXT]
/** Default words of the navigation bar, which real links have as well: they count beside its class alone. */
const NAVIGATION = new Set(['Getting started', 'Templates', 'Components'])
const NAVIGATION_CLASS = 'mj-link'
/** Pictures and links of blocks as they are dropped. */
const ADDRESSES = [
  BUILDER_PICTURE,
  'https://via.placeholder.com/350x250/',
  'https://source.unsplash.com/random/',
  'https://cloud.githubusercontent.com/assets/1830348/15354890/',
  'https://mjml.io/',
]

/**
 * The placeholders of the visual builder that a template still has, each once, in order: its default texts, pictures and
 * links. Takes time in proportion to the text.
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
  const look = (given: string) => {
    const text = given.replaceAll('&nbsp;', ' ').replace(/\s+/g, ' ').trim()
    if (TEXTS.has(text) || (isNavigated && NAVIGATION.has(text))) found.add(text)
    for (const phrase of PHRASES) if (hasPhrase(text, phrase)) found.add(phrase)
  }
  look(subject)
  for (const text of htmlBody.split(/<[^<>]*>/)) look(text)
  for (const line of (plainTextBody ?? '').split('\n')) look(line)
  for (const address of ADDRESSES)
    if (htmlBody.includes(`"${address}`) || htmlBody.includes(`'${address}`)) found.add(address)
  return [...found]
}

/** Whether the phrase stands in a text as a sentence of its own: "You can write here." is none. */
function hasPhrase(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase)
  return at === 0 || (at > 0 && /[\s.,:;!?–—-]/.test(text[at - 1]!))
}

/** The placeholders as a part of a sentence: “Insert text here” and 2 more. */
export function namePlaceholders(found: string[]): string {
  const [first = '', ...more] = found
  return `“${first}”${more.length > 0 ? ` and ${more.length} more` : ''}`
}

/** What a saved template warns of, each as a sentence; none when it can be sent. */
export const placeholderWarnings = (template: Parameters<typeof findPlaceholders>[0]): string[] => {
  const found = findPlaceholders(template)
  return found.length === 0
    ? []
    : [`It still has placeholder text: ${namePlaceholders(found)}. Replace it: such emails are not sent.`]
}

/** A saved template with its warnings. */
export const withWarnings = <T extends Parameters<typeof findPlaceholders>[0]>(template: T) => ({
  ...template,
  warnings: placeholderWarnings(template),
})
