import { normalize } from '~/normalize'

/** Short forms of English: "don't" is two words, whether people type the apostrophe or not. */
const SHORT_NOT = /\b(do|does|did|is|are|was|were|have|has|would|could|should|wo|ca)n['’]?t\b/g
const SHORT_VERB = /\b(i|we|you|he|she|it|this|that|timing)['’](m|re|ve|ll|d|s)\b/g
const VERBS: Record<string, string> = { m: 'am', re: 'are', ve: 'have', ll: 'will', d: 'would', s: 'is' }
/** "E-mail", "e-post" and "e-posta" are one word. */
const E_MAIL = /(?<!\p{L})e[-‐‑ ](?=mail|post)/gu
/** Letters that are not decomposed. */
const LETTERS: Record<string, string> = { ł: 'l', ß: 'ss', œ: 'oe', ø: 'o', æ: 'ae', đ: 'd', ı: 'i' }
/** Scripts without spaces between words: each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** The words of a text in lower case without accents, and a "," for each comma, dash, colon, quotation mark or bracket. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(E_MAIL, 'e')
    .replace(SHORT_NOT, '$1 not')
    .replace(SHORT_VERB, (_, subject: string, verb: string) => `${subject} ${VERBS[verb]}`)
    .replace(/\blet['’]?s\b/g, 'let us')
    .replace(/[,，、()（）[\]「」"“”„«»–—：]|\s-\s|:\s/g, ' , ')
    .replace(UNSPACED, ' $& ')
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
    .replace(/[łßœøæđı]/g, (letter) => LETTERS[letter]!)
    .replace(/(?<=\p{L})[-./]|[-./](?=\p{L})|[./-]$/gu, ' ')
}
