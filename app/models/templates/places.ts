import sanitizeHtml from 'sanitize-html'
import { escapeHtml, type Output, type Part, type Values, valueFor } from '~/models/shared/variables'
import { SCHEMES } from '~/models/shared/web-address'

/**
 * Where a variable stands, which decides how its value is escaped. The whole URL of a link is `link`; parts of one are `host` (which ends at the
 * first slash), `component`, and the recipient of `mailto:` and `tel:`.
 */
type Place = 'text' | 'attribute' | 'style' | 'link' | 'host' | 'component' | 'address' | 'phone'

/** A variable at its place. */
export interface PlacedOutput extends Output {
  place: Place
  /** The variable that begins the word. If its value is a URL, this one is a part of that URL. */
  after?: string
}
export type PlacedPart = Part<PlacedOutput>

/** A variable's index between private-use characters: parsers see an ordinary word. */
const MARK = /\uE000(\d+)\uE001/
const MARKS = /\uE000(\d+)\uE001/g
const markOf = (index: number) => `\uE000${index}\uE001`

/** A parsed text with its variables as marks. */
export const withMarks = (parts: Part[]): string =>
  parts
    .map((part, index) => (typeof part === 'string' ? part.replace(/[\uE000\uE001]/g, '') : markOf(index)))
    .join('')

/** Splits a text at its marks. @param parts the parsed text that the marks are indexes of */
export const atMarks = <One extends Output>(text: string, parts: Part<One>[]): Part<One>[] =>
  text
    .split(MARK)
    .map((piece, index) => (index % 2 === 0 ? piece : (parts[Number(piece)] ?? '')))
    .filter((part) => part !== '')

/** What is found out about a variable. */
type Found = Pick<PlacedOutput, 'place' | 'after'>

const variableAt = (parts: Part[], index: number): string | undefined => {
  const part = parts[index]
  return typeof part === 'object' ? part.variable : undefined
}

/** Finds the places of the variables in HTML, also in conditional comments. Takes linear time. */
export function placeInHtml(parts: Part[]): PlacedPart[] {
  const places = new Map<number, Found>()
  // The parser hands over a text in pieces.
  let text = ''
  let within = ''
  const endText = () => {
    for (const [index, found] of placesInText(text, parts))
      places.set(index, within === 'style' ? { place: 'style' } : found)
    text = ''
  }
  sanitizeHtml(openComments(withMarks(parts)), {
    allowedTags: [],
    parseStyleAttributes: false,
    nonTextTags: [],
    transformTags: {
      '*': (tagName, attribs) => {
        endText()
        for (const [name, value] of Object.entries(attribs))
          for (const [index, place] of placesInAttribute(name, value)) places.set(index, { place })
        return { tagName, attribs: {} }
      },
    },
    onCloseTag: endText,
    textFilter: (piece, tagName) => {
      within = tagName
      text += piece
      return ''
    },
  })
  endText()
  return placed(parts, places, 'attribute')
}

const placed = (parts: Part[], places: Map<number, Found>, otherwise: Place): PlacedPart[] =>
  parts.map((part, index) =>
    typeof part === 'string' ? part : { ...part, ...(places.get(index) ?? { place: otherwise }) },
  )

/** The content of conditional comments is HTML for Outlook. */
const openComments = (html: string) => html.replace(/<!--\[if [^\]<>]*\]>|<!\[endif\]-->/gi, ' ')

const URL_ATTRIBUTES = new Set(['href', 'src', 'background', 'cite', 'action', 'poster', 'srcset'])

/** Characters of a URL that are read to find out which part of it a variable is. */
const READ = 2000

function placesInAttribute(given: string, value: string): [number, Place][] {
  // Outlook's elements have prefixes: `v:href`.
  const name = given.slice(given.indexOf(':') + 1)
  if (!URL_ATTRIBUTES.has(name))
    return indexesIn(value).map((index) => [index, name === 'style' ? 'style' : 'attribute'])
  const url = value.trimStart()
  return [...url.matchAll(MARKS)].map((mark) => {
    const word =
      name === 'srcset'
        ? lastWord(url.slice(Math.max(0, mark.index - READ), mark.index))
        : url.slice(0, Math.min(mark.index, READ))
    return [Number(mark[1]), word === '' ? 'link' : placeInUrl(word)]
  })
}

const indexesIn = (text: string): number[] => [...text.matchAll(MARKS)].map((mark) => Number(mark[1]))

/** The place after the beginning of a URL. */
function placeInUrl(word: string): Place {
  const scheme = /^[a-z][a-z0-9.+-]{0,20}:/i.exec(word)?.[0].toLowerCase() ?? ''
  const rest = word.slice(scheme.length)
  if (scheme === 'mailto:' && !rest.includes('?')) return 'address'
  if ((scheme === 'tel:' || scheme === 'sms:') && !rest.includes('?')) return 'phone'
  // A variable may be the beginning of the URL.
  const isWeb = scheme === 'http:' || scheme === 'https:' || word.startsWith('\uE000')
  return isWeb && !/[/?#]/.test(rest.replace(/^\/{1,2}/, '')) ? 'host' : 'component'
}

/** What ends a URL in a text. */
const END_OF_WORD = /[\s<>"'()[\]{}|]/
const URL_IN_WORD = /https?:\/\/|mailto:|www\./i

const lastWord = (text: string): string => {
  let from = text.length
  while (from > 0 && !END_OF_WORD.test(text[from - 1]!)) from -= 1
  return text.slice(from)
}

/** The places of the variables in a text: those in a URL that is written out are parts of it. */
function placesInText(text: string, parts: Part[]): [number, Found][] {
  const found: [number, Found][] = []
  let word = ''
  let from = 0
  for (const mark of text.matchAll(MARKS)) {
    const between = text.slice(from, mark.index)
    const end = lastWord(between)
    word = end === between ? word + between : end
    // Enough of a hostile one, which would take quadratic time.
    if (word.length > READ) word = word.slice(0, READ / 2) + word.slice(-READ / 2)
    found.push([Number(mark[1]), placeInWord(word, parts)])
    word += mark[0]
    from = mark.index + mark[0].length
  }
  return found
}

function placeInWord(word: string, parts: Part[]): Found {
  const url = URL_IN_WORD.exec(word)
  if (url) {
    const begun = word.slice(url.index)
    return { place: placeInUrl(/^www\./i.test(begun) ? `http://${begun}` : begun) }
  }
  const first = /^\uE000(\d+)\uE001.*[/?#=&]/s.exec(word)
  const after = first ? variableAt(parts, Number(first[1])) : undefined
  return after ? { place: 'text', after } : { place: 'text' }
}

/** Finds the places of the variables in a plain text. */
export const placeInText = (parts: Part[]): PlacedPart[] =>
  placed(parts, new Map(placesInText(withMarks(parts), parts)), 'text')

/**
 * Finds the places of the variables in a plain text that was made from HTML, where a URL may have lost the element that ended it.
 * @param parts with their places in the HTML
 */
export function placeInTextOfHtml(parts: PlacedPart[]): PlacedPart[] {
  const inText = placeInText(parts)
  return parts.map((part, index) =>
    typeof part === 'object' && part.place === 'text' ? part : inText[index]!,
  )
}

const IS_URL = /^https?:\/\/[^\s/?#]/i
/** What a value has after its scheme if it is a link: a host, an address, or a number. */
const AFTER_SCHEME: Record<string, RegExp> = {
  http: /^\/\/[^\s/?#]/,
  https: /^\/\/[^\s/?#]/,
  mailto: /^[^\s@?]+@[^\s?]+(?:\?|$)/,
  tel: /^[^?\d]*\d/,
  sms: /^[^?\d]*\d/,
}
/** A host, and perhaps a path, without the scheme: people write addresses like that. */
const IS_HOST = /^(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,10}\p{L}{2,30}(?:[/?#]|:\d{1,5}(?:[/?#]|$)|$)/iu

/**
 * The URL that a value is; null if it is none that a link may have.
 * @param fallback the default of the variable. Links without a target have "#"
 */
export function linkOf(value: string, fallback: string | null = null): string | null {
  const text = value.trim()
  if (value === fallback && text.startsWith('#')) return text.replace(UNSAFE, percent)
  const scheme = SCHEMES.find((prefix) => text.slice(0, prefix.length + 1).toLowerCase() === `${prefix}:`)
  if (scheme) {
    const isLink = (AFTER_SCHEME[scheme] ?? /\S/).test(text.slice(scheme.length + 1))
    return isLink ? text.replace(UNSAFE, percent) : null
  }
  return IS_HOST.test(text) ? `https://${text.replace(UNSAFE, percent)}` : null
}

/** What a URL must not contain. A percent sign may be the escape of another character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const UNSAFE = /[\u0000-\u0020\u007f-\u00a0"'<>\\^`{|}\u2028\u2029]|\p{Surrogate}/gu

/** The characters that `encodeURIComponent` leaves and that mean something in HTML or in some URLs. */
const LEFT = /[!'()*]/g

const percent = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    LEFT,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Encodes a value for the part of a URL that it is in. */
function inUrl(value: string, place: Place, fallback: string | null): string {
  if (place === 'link') return linkOf(value, fallback) ?? ''
  if (place === 'address') return percent(value.trim()).replace(/%40/g, '@')
  if (place === 'phone') return value.replace(/[^\d+*#;,]/g, '')
  if (place === 'host') {
    // The scheme stands in the template.
    const bare = value.trim().replace(/^https?:\/\//i, '')
    return bare.replace(/[^/?#=&:]+/g, percent)
  }
  return percent(value)
}

/** The place of a variable for these values. */
const placeFor = ({ place, after }: PlacedOutput, values: Values): Place =>
  after && IS_URL.test(valueFor({ variable: after, fallback: null }, values) ?? '') ? 'component' : place

/** Escapes the values of the variables in HTML. */
export const htmlEncoder =
  (values: Values) =>
  (value: string, part: PlacedOutput): string => {
    const place = placeFor(part, values)
    if (place === 'text' || place === 'attribute') return escapeHtml(value)
    if (place === 'style') return value.replace(/[^\p{L}\p{N} #%.,_-]/gu, '')
    return escapeHtml(inUrl(value, place, part.fallback))
  }

/** Encodes the values of the variables in a plain text: those that are a part of a URL. */
export const textEncoder =
  (values: Values) =>
  (value: string, part: PlacedOutput): string => {
    const place = placeFor(part, values)
    return place === 'text' ? value : inUrl(value, place, part.fallback)
  }
