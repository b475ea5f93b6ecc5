import { normalize } from '~/models/shared/normalize'

const MOST_WORDS = 500
const LONGEST = 50
/** Combining marks: "José" is found by "jose". */
const MARKS = /\p{M}+/gu
const BETWEEN = /[^\p{L}\p{N}\p{M}]+/u

/** The words of a text as the search stores them: lower case, without accents, each once. At most 500 words of 50 characters. */
export function wordsOf(text: string): string[] {
  const words = text.slice(0, 50_000).split(BETWEEN).map(plain)
  return [...new Set(words)].filter(Boolean).slice(0, MOST_WORDS)
}

const plain = (word: string) =>
  normalize(word, 'NFKD').replace(MARKS, '').toLowerCase().replaceAll('ß', 'ss').slice(0, LONGEST)

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
