import { REQUESTS } from './opt-out-words'

/** In longer replies, only a request on a line of its own counts. */
const MAX_SHORT = 500
const MAX_SENTENCES = 8
/** In a reply this short, a bare word also counts as its last sentence: "Not interested. Stop." */
const MAX_CURT = 80
/** The longest line or sentence that can be a request. */
const MAX_REQUEST = 160
/** A bare word counts only near the top; further down it may be the button of an unmarked footer. */
const NEAR_TOP = 3
const WORD =
  /^((please|pls|bitte|graag|gelieve|merci|por favor|per favore|proszę) )?(stop|unsubscribe|remove|opt ?out|abmelden|abbestellen|austragen|désabonner|désinscrire|désinscription|desinscribir|baja|darse de baja|cancellami|descadastrar|afmelden|uitschrijven|wypisz|отписаться|стоп)( (please|pls|plz|now|thanks|thank you|bitte|svp|merci|aub|por favor|per favore))?$/iu

/**
 * Whether the own text asks for no more email: by a line that says nothing else, or by a sentence of a short reply that says nothing
 * else. Words within a sentence prove nothing: "stop by on Monday" and "please don't remove me" are no opt-outs.
 */
export function asksToStop(words: string): boolean {
  const lines = words.split('\n', 60).filter((line) => line.length <= MAX_REQUEST)
  const bare = lines.map(bareWords).filter((line) => line !== '')
  if (bare.some((line, index) => REQUESTS.test(line) || (index < NEAR_TOP && WORD.test(line)))) return true
  if (words.length > MAX_SHORT) return false
  const sentences = words
    .replace(/\n(?!\n)/g, ' ')
    .split(/(?<![.!?;:\n])[.!?;:\n]+(?:\s+|$)/, MAX_SENTENCES + 1)
    .filter((sentence) => sentence.trim() !== '')
  if (sentences.length > MAX_SENTENCES) return false
  if (words.length <= MAX_CURT && WORD.test(bareWords(sentences.at(-1) ?? ''))) return true
  return sentences.some((sentence) => sentence.length <= MAX_REQUEST && REQUESTS.test(bareWords(sentence)))
}

/** Only letters and digits, in lower case; "e-mail" becomes "mail". */
const bareWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\be[-‐ ]?mail/g, 'mail')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
