import { normalize } from '~/models/shared/normalize'

/** People say what they want at the start; disclaimers and signatures stand at the end. */
const MAX_CHARACTERS = 3_000
const MAX_SENTENCES = 12
/** A longer sentence is no plain reply. */
const MAX_LENGTH = 400
/** A line at least this long was wrapped by the mail program: the sentence goes on in the next line. */
const WRAPPED = 55

/** A sentence of a reply, prepared for the rules. */
export interface Sentence {
  /** See `wordsOf`; an email address is `<address>`. */
  words: string[]
  isQuestion: boolean
  /** The email addresses in it, in lower case. */
  addresses: string[]
}

const ADDRESS = /(?<![\w.+%-])[\w.+%-]{1,64}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62}){1,4}/gi

/** The first sentences of the person's own words. */
export function sentencesOf(text: string): Sentence[] {
  return joinWrapped(text.slice(0, MAX_CHARACTERS))
    .flatMap(split)
    .filter(({ text }) => /\p{L}/u.test(text) && text.length <= MAX_LENGTH)
    .slice(0, MAX_SENTENCES)
    .map(({ text, isQuestion }) => {
      const addresses = [...text.matchAll(ADDRESS)].map(([address]) => address.toLowerCase())
      const words = text.split(ADDRESS).map(wordsOf)
      return {
        words: words.flatMap((some, index) => (index > 0 ? ['<address>', ...some] : some)),
        isQuestion,
        addresses,
      }
    })
}

/** The paragraphs and lines of a text; a wrapped line and the next one are joined. */
function joinWrapped(text: string): string[] {
  const joined: string[] = []
  let goesOn = false
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (goesOn && line) joined[joined.length - 1] += ` ${line}`
    else joined.push(line)
    goesOn = line.length >= WRAPPED && !/[.!?:;]$/.test(line)
  }
  return joined
}

/** The sentences of a line. The dots of "15. Januar" and of addresses end none. */
function split(line: string): { text: string; isQuestion: boolean }[] {
  const found: { text: string; isQuestion: boolean }[] = []
  let from = 0
  for (const { index, 0: end } of line.matchAll(/(?:(?<!\d)\.|[!?;…])(?=\s|$|["”»)])/g)) {
    found.push({ text: line.slice(from, index), isQuestion: end === '?' })
    from = index + end.length
  }
  found.push({ text: line.slice(from), isQuestion: false })
  return found
}

/** Short forms of English: "don't" is two words, whether people type the apostrophe or not. */
const SHORT_NOT = /\b(do|does|did|is|are|was|were|have|has|would|could|should|wo|ca)n['’]?t\b/g
const SHORT_VERB = /\b(i|we|you|he|she|it|this|that|timing)['’](m|re|ve|ll|d|s)\b/g
const VERBS: Record<string, string> = { m: 'am', re: 'are', ve: 'have', ll: 'will', d: 'would', s: 'is' }
/** Letters that are not decomposed. */
const LETTERS: Record<string, string> = { ł: 'l', ß: 'ss', œ: 'oe', ø: 'o' }

/** The words of a text in lower case without accents, and a "," for each comma, dash, colon, quotation mark or bracket. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(SHORT_NOT, '$1 not')
    .replace(SHORT_VERB, (_, subject: string, verb: string) => `${subject} ${VERBS[verb]}`)
    .replace(/\blet['’]?s\b/g, 'let us')
    .replace(/[,()[\]"“”„«»–—]|\s-\s|:\s/g, ' , ')
    .replace(/[^\p{L}\p{M}\p{N},./-]/gu, ' ')
    .split(/ +/)
    .flatMap((word) => (/^[a-z]+$/.test(word) ? word : plain(word).split(' ')))
    .filter((word) => word !== '' && !/^[./-]$/.test(word))
}

function plain(word: string): string {
  // "Yes". Without its accent it means "if".
  if (word === 'sí' || word === 'sì') return 'sí'
  return normalize(word, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łßœø]/g, (letter) => LETTERS[letter]!)
    .replace(/(?<=\p{L})[-./]|[-./](?=\p{L})|[./-]$/gu, ' ')
}
