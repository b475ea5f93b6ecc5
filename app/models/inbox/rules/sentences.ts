import { wordsOf } from '~/providers/mail/words/words'

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
