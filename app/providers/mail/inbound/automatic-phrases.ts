import type { FindPhrase } from '~/providers/mail/words/phrases'
import { wordsOf } from '~/providers/mail/words/words'
import { ABSENT, AROUND, AUTOMATIC, BACKED } from './automatic-sentences'
import type { Words } from './languages/words'
import { READERS } from './readers'
import { COURTESY, sentencesOf, withoutSignature } from './written'

/**
 * How much a text reads as automatic: `certain` by itself; `likely` if the message has other evidence too, such as a header that programs
 * set, an answer within two minutes, or the same text from the same domain before.
 */
export type Sounds = 'certain' | 'likely' | null

type Role = Exclude<
  keyof Words,
  'edges' | 'fillers' | 'not' | 'reported' | 'except' | 'remove' | 'noMore' | 'perhaps'
>

const ROLES: Role[] = [
  ...(['away', 'covered', 'later', 'left', 'received', 'promise'] as const),
  ...(['ticket', 'challenge', 'automatic', 'courtesy'] as const),
]
const ACROSS: Role[] = ['covered', 'ticket']
const MAX_TEXT = 1_800
const MAX_SENTENCES = 14
const MAX_SENTENCE = 320
/** One sentence may be unknown where other evidence supports the rest. */
const MAX_UNKNOWN = 1
/** The texts of help desks and of Asian programs say no more than that the message arrived and will be answered. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const TEAM =
  /\b(we|our|wir|unser\p{L}{0,2}|nous|notre|nos|nuestr\p{L}{1,2}|hemos|nostr\p{L}|abbiamo|averci|noss\p{L}{1,2}|recebemos|wij|onze|ons|vi|vår\p{L}{0,2}|vores|naš\p{L}{0,3}|jsme|potvrzujeme|potwierdzamy|dziękujemy|odpowiemy|nasz\p{L}{0,3}|otrzymaliśmy|ekibimiz|talebiniz|chúng tôi)\b/iu

/** What is known beside the text: the sender's name, and whether it names the day of a return. */
interface Around {
  fromName: string
  returns: boolean
}

/**
 * Reads a short text by what each of its sentences does. A question, a sentence that nobody's program writes, or one that does nothing known
 * makes it a person's. Quotes make it one as well, because people quote what they answer.
 */
export function soundsAutomatic(own: string, quotes: boolean, around: Around): Sounds {
  if (quotes || own.length > MAX_TEXT || /[?？]/u.test(own.replace(/https?:\S{1,500}/g, ''))) return null
  const sentences = sentencesOf(withoutSignature(own.split('\n'), around.fromName))
  if (sentences.length === 0 || sentences.length > MAX_SENTENCES) return null
  if (sentences.some((sentence) => sentence.length > MAX_SENTENCE)) return null
  const said = sentences.filter((sentence) => !COURTESY.test(sentence))
  const words = said.map(markedWords)
  const read = words.map((some) => READERS.map((find) => rolesIn(find, some)))
  if (saysPersonal(words, read)) return null
  return judge(
    read.map((languages, index) => known(new Set(languages.flat()), said[index]!, words[index]!)),
    said.join(' '),
    own,
    around,
  )
}

/** What a sentence does, in one language. */
function rolesIn(find: FindPhrase, words: string[]): Role[] {
  const found = ROLES.filter((role) => find(role, words) !== null)
  if (found.length > 0) return found
  // "In urgent cases, call …" and "Ticket number: 4711" are one phrase across the comma or colon.
  const together = words.filter((word) => word !== ',')
  return ACROSS.filter((role) => find(role, together) !== null)
}

/** Whether a person speaks in a language of the text. "Que" is no question in French, only because it is one in Spanish. */
function saysPersonal(words: string[][], read: Role[][][]): boolean {
  const weights = READERS.map(
    (_, language) => read.filter((sentence) => sentence[language]!.length > 0).length,
  )
  const most = Math.max(...weights)
  return READERS.some(
    (find, language) =>
      weights[language]! * 2 > most && words.some((some) => find('personal', some) !== null),
  )
}

/** A short sentence with an address names whom to write to. */
const MAX_REFERRAL = 16

function known(found: Set<Role>, sentence: string, words: string[]): Set<Role> {
  if (AUTOMATIC.test(sentence)) found.add('automatic')
  if (ABSENT.test(sentence) || BACKED.test(sentence)) found.add('away')
  if (BACKED.test(sentence)) found.add('covered')
  if (AROUND.test(sentence)) found.add('courtesy')
  if (!found.has('away') && words.includes('<address>') && words.length <= MAX_REFERRAL) found.add('covered')
  return found
}

function judge(roles: Set<Role>[], said: string, own: string, { fromName, returns }: Around): Sounds {
  const all = new Set(roles.flatMap((found) => [...found]))
  const has = (...wanted: Role[]) => wanted.every((role) => all.has(role))
  const unknown = roles.filter((found) => found.size === 0).length
  const core = (['away', 'left', 'received', 'challenge', 'automatic'] as const).some((role) => has(role))
  if (!core || unknown > MAX_UNKNOWN) return null
  if (unknown > 0) return 'likely'
  const isDated = said.includes('#')
  const names = said.includes('@')
  // Thanks for a message, and then no more than when somebody is back: that was set up.
  const isThanked = roles[0]!.has('courtesy') && roles.length > 1 && !said.includes(',')
  const isDesk = UNSPACED.test(own) || TEAM.test(own)
  const isCertain =
    has('automatic') ||
    (has('challenge') && (names || roles.length > 1)) ||
    (has('away', 'covered') && (isDated || names || roles.length > 1)) ||
    (has('away', 'later') && isDated && roles.length > 1) ||
    (has('away') && isThanked && returns) ||
    (has('left') && namesAnother(said, fromName)) ||
    (has('left') && (isDated || isImpersonal(own)) && (names || has('covered'))) ||
    (has('received', 'promise') && isDesk) ||
    (has('received', 'ticket') && roles.length > 1 && (isDesk || isDated || has('promise')))
  return isCertain ? 'certain' : 'likely'
}

/** Whether the text speaks of its own sender by name: nobody writes from a mailbox that its owner has left. */
function namesAnother(said: string, fromName: string): boolean {
  const names = wordsOf(fromName).filter((name) => name.length > 1)
  const words = wordsOf(said)
  return names.some((name) => words.includes(name)) && !FIRST_PERSON.test(said)
}

/** A successor who reads the mailbox speaks of himself: "I took over from him". */
const FIRST_PERSON =
  /(?<!\p{L})(i|me|my|ich|mich|mir|mein\p{L}{0,2}|je|j'\p{L}+|moi|yo|me|mi|io|mio|mia|eu|meu|minha|ik|mij|mijn|jag|mig|min|jeg|meg|ja|mnie|mój|mně|můj|ben|bana|benim|tôi)(?!\p{L})/iu

/** Addressed to whoever wrote. */
const isImpersonal = (own: string): boolean =>
  /^(dear|hello|hi) (sender|all|sir|madam|customer|colleague)|^(sehr geehrte damen und herren|madame, monsieur|guten tag|a quien corresponda)/iu.test(
    own.trim(),
  )

const MARKS: Record<string, string> = { '#': '<day>', '@': '<address>' }

/** The words of a sentence, with a mark for each date or number and for each address. */
const markedWords = (sentence: string): string[] =>
  sentence.split(/([#@])/).flatMap((piece) => (MARKS[piece] ? [MARKS[piece]] : wordsOf(piece)))

const ADDRESS = /(?<![\w.+%-])[\w.+%-]{1,64}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62}){1,4}/gi

/** Whether the text says that its sender has left, and the only other address in it, to which to write instead. */
export function leftFor(own: string, from: string): { hasLeft?: true; successor?: string } {
  const sentences = sentencesOf(own.slice(0, MAX_TEXT).split('\n')).slice(0, MAX_SENTENCES)
  const hasLeft = sentences.some((sentence) => {
    const words = markedWords(sentence)
    return words.length <= MAX_SENTENCE / 2 && READERS.some((find) => find('left', words))
  })
  if (!hasLeft) return {}
  const named = new Set((own.slice(0, MAX_TEXT).match(ADDRESS) ?? []).map((address) => address.toLowerCase()))
  named.delete(from)
  return named.size === 1 ? { hasLeft, successor: [...named][0] } : { hasLeft }
}
