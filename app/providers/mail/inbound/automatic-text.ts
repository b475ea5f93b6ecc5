import { ABSENT, AROUND, AUTOMATIC, BACKED, PROMISED } from './automatic-sentences'
import { COURTESY, sentencesOf, withoutSignature } from './written'

/** Automatic texts are short: a longer one was written by a person or is unknown to us. */
const MAX_TEXT = 2_500
const MAX_SENTENCES = 16
const MAX_SENTENCE = 320

/**
 * Whether a text as a whole is a known automatic one: every sentence is known, and together they say that the response is automatic,
 * or that the recipient is absent and what happens meanwhile. A single unknown sentence makes it a person's text. `quotes`: people quote
 * what they reply to, so a text with quotes has to call itself automatic.
 */
export function isAutomaticText(own: string, quotes: boolean, fromName = ''): boolean {
  if (own.length > MAX_TEXT) return false
  const sentences = sentencesOf(withoutSignature(own.split('\n'), fromName))
  if (sentences.length === 0 || sentences.length > MAX_SENTENCES) return false
  const found = { automatic: false, absent: false, backed: false }
  for (const sentence of sentences) {
    if (sentence.length > MAX_SENTENCE) return false
    if (AUTOMATIC.test(sentence)) found.automatic = true
    else if (BACKED.test(sentence)) found.absent = found.backed = true
    else if (ABSENT.test(sentence)) found.absent = true
    else if (AROUND.test(sentence)) found.backed = true
    else if (!COURTESY.test(sentence) && !PROMISED.test(sentence)) return false
  }
  return found.automatic || (!quotes && found.absent && found.backed)
}
