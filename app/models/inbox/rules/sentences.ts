import { normalize } from '~/models/shared/normalize'

/** People say what they want at the start; disclaimers and signatures stand at the end. */
const MAX_CHARACTERS = 3_000
const MAX_SENTENCES = 12
/** A longer sentence is no plain answer. */
const MAX_LENGTH = 400
/** A line at least this long was wrapped by the mail program: the sentence goes on in the next line. */
const WRAPPED = 55

/** A sentence of a reply, prepared for the rules. */
export interface Sentence {
  /**
   * Lower case without accents, words separated by single spaces, with a space at both ends. A comma, dash or bracket is ` , `, an
   * address ` addrx `, and "yes" in Spanish and Italian ` yes `, because "si" without its accent means "if".
   */
  words: string
  isQuestion: boolean
  /** The email addresses in it, in lower case. */
  addresses: string[]
}

const ADDRESS = /(?<![\w.+%-])[\w.+%-]{1,64}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62}){1,4}/gi
/** Two letters that are not decomposed, and words that only their accents tell apart. */
const LETTERS: Record<string, string> = { ł: 'l', ß: 'ss', œ: 'oe', ø: 'o' }

/** The first sentences of the person's own words. */
export function sentencesOf(text: string): Sentence[] {
  return joinWrapped(text.slice(0, MAX_CHARACTERS))
    .flatMap(split)
    .filter(({ text }) => /\p{L}/u.test(text) && text.length <= MAX_LENGTH)
    .slice(0, MAX_SENTENCES)
    .map(({ text, isQuestion }) => {
      const addresses = [...text.matchAll(ADDRESS)].map(([address]) => address.toLowerCase())
      return { words: bare(text.replace(ADDRESS, ' addrx ')), isQuestion, addresses }
    })
}

/** The paragraphs and lines of a text; a wrapped line and the next one are joined. */
function joinWrapped(text: string): string[] {
  const joined: string[] = []
  let goesOn = false
  for (const line of text.split('\n').map((one) => one.trim())) {
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

function bare(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[,()[\]"“”„«»–—]|\s-\s|:\s/g, ' , ')
    // One pair of characters at a time, so that "isn't" and "aujourd'hui" become two words.
    .replace(/[^\p{L}\p{M}\p{N},./-]/gu, ' ')
    .split(' ', MAX_LENGTH)
    .flatMap((word) => plain(word).split(' '))
    .filter((word) => word !== '' && word !== '.' && word !== '-' && word !== '/')
  return ` ${words.join(' ')} `
}

function plain(word: string): string {
  if (word === 'sí' || word === 'sì') return 'yes'
  // "mas" without an accent is "but" in Portuguese.
  if (word === 'más') return 'maas'
  return normalize(word, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łßœø]/g, (letter) => LETTERS[letter]!)
    .replace(/(?<=\p{L})[-./]|[-./](?=\p{L})|[./-]$/gu, ' ')
}
