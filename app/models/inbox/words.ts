import { normalize } from '~/normalize'

const MAX_WORDS = 500
const LONGEST = 50
/** Combining marks: "José" is found by "jose". */
const MARKS = /\p{M}+/gu
const BETWEEN = /[^\p{L}\p{N}]+/u
/** The same for a text that is not normalized yet: a mark belongs to its letter. */
const BETWEEN_MARKED = /[^\p{L}\p{N}\p{M}]+/u

/** The words of a text as the search stores them: lower case, without accents, each once. At most 500 words of 50 characters. */
export function wordsOf(text: string): string[] {
  // Word by word: normalizing a long run of marks takes time that grows with its square.
  const words = text
    .slice(0, 50_000)
    .split(BETWEEN_MARKED)
    .flatMap((word) =>
      normalize(word, 'NFKD').replace(MARKS, '').toLowerCase().replaceAll('ß', 'ss').split(BETWEEN),
    )
    .flatMap((word) => (word ? [word.slice(0, LONGEST)] : []))
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** A word that only the conversations of this user have, so that one index serves all users. */
export const userWord = (userId: string): string => `u${userId.replaceAll('-', '')}`

/**
 * The search for conversations of a user that have every word of `text`, each also as the beginning of a longer word, in the syntax
 * of PostgreSQL's tsquery. Null if the text has no words.
 */
export function wordQuery(userId: string, text: string): string | null {
  const words = wordsOf(text).slice(0, 20)
  if (words.length === 0) return null
  // Words consist of letters and digits only, so quoting them is safe.
  return [`'${userWord(userId)}'`, ...words.map((word) => `'${word}':*`)].join(' & ')
}
