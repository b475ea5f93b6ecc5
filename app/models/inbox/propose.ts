import { wordsOf } from '~/providers/mail/words/words'
import type { BuiltInLabel } from './labels'
import type { Language } from './rules/language'
import { READERS, type Reader } from './rules/readers'
import { type Sentence, sentencesOf } from './rules/sentences'
import { type MarkedWords, markTimes } from './rules/times'

/** What a reply suggests. */
export interface Proposal {
  label: BuiltInLabel | null
  /** The local day on which the person wants to hear again, `YYYY-MM-DD`. */
  date: string | null
  /** The address of the person to write to instead, lower case. */
  email: string | null
}

const NOTHING: Proposal = { label: null, date: null, email: null }
/** If the words of two languages disagree, the first of these counts. */
const ORDER: (BuiltInLabel | null)[] = [
  'Not now',
  'Not interested',
  'Wrong person',
  'Meeting booked',
  'Interested',
  null,
]

/**
 * Proposes a label for a reply by rules on the person's own words (without quotes). No label is better than a wrong one: what denies
 * comes before what agrees, and conditions, questions and reported words have none.
 * @param at when it was received: completes dates such as "in March"
 * @param from the sender's own address, which is never proposed
 */
export function proposeLabel(text: string, at: Date, from = ''): Proposal {
  const sentences = sentencesOf(text)
  const proposals = READERS.map((reader) => proposeIn(reader, sentences, at, from.toLowerCase()))
  return proposals.toSorted(
    (proposal, other) => ORDER.indexOf(proposal.label) - ORDER.indexOf(other.label),
  )[0]!
}

/** Whether an automatic reply says that its sender is away. Others only confirm that something arrived. */
export function saysAway(subject: string, text: string): boolean {
  const words = wordsOf(`${subject.slice(0, MAX_ABSENCE)} , ${text.slice(0, MAX_ABSENCE)}`)
  return READERS.some(({ find }) => find('away', words))
}
const MAX_ABSENCE = 5_000

type Read = Sentence & MarkedWords

function proposeIn(reader: Reader, given: Sentence[], at: Date, from: string): Proposal {
  const sentences = given.map((sentence): Read => ({ ...sentence, ...markTimes(sentence.words, reader, at) }))
  const has = (words: string[], list: keyof Language | 'hostile') => reader.find(list, words) !== null

  /** A statement with the phrase: neither after a condition, nor denied or reported. */
  const stated = (words: string[], list: keyof Language) => {
    const found = reader.find(list, words)
    return found && !has(words.slice(0, found.start), 'if') && !has(words, 'reported') ? found : null
  }
  const refuses = ({ words, isQuestion }: Read) => {
    const found = isQuestion ? null : stated(words, 'refused')
    // "I am not interested, but my colleague is."
    return found !== null && !has(words.slice(found.end), 'but')
  }
  const isPoliteNo = ({ words, isQuestion }: Read) => {
    const found = isQuestion ? null : stated(words, 'alone')
    return found !== null && found.start <= GREETING && words.length - found.end <= NAME
  }
  const defers = ({ words, isQuestion }: Read) =>
    (!isQuestion || has(words, 'request')) && stated(words, 'later') !== null
  const isElsewhere = ({ words, isQuestion }: Read) => {
    if (isQuestion) return false
    const refers = stated(words, 'refers')
    const named = refers !== null && words.slice(refers.end, refers.end + REFERRED).includes('<address>')
    return named || stated(words, 'wrong') !== null
  }
  /** Agrees without any condition, and nothing before it, or right after it, denies. */
  const agrees = ({ words }: Read, list: keyof Language) => {
    const found = reader.find(list, words)
    return (
      found !== null &&
      !has(words, 'if') &&
      !has(words, 'reported') &&
      !has(words.slice(0, found.end + 1), 'not')
    )
  }

  const deferring = sentences.filter(defers)
  const wrong = sentences.findIndex(isElsewhere)
  if (deferring.length > 0 && wrong < 0) return { ...NOTHING, label: 'Not now', date: dateOf(deferring) }
  if (sentences.some(refuses) || (sentences.length === 1 && isPoliteNo(sentences[0]!)))
    return { ...NOTHING, label: 'Not interested' }
  if (wrong >= 0) return { ...NOTHING, label: 'Wrong person', email: addressOf(sentences, wrong, from) }
  if (sentences.some(({ words }) => has(words, 'but') || has(words, 'hostile'))) return NOTHING
  if (sentences.some((sentence) => !sentence.isQuestion && agrees(sentence, 'booked')))
    return { ...NOTHING, label: 'Meeting booked' }
  const isInterested = sentences.some((sentence) =>
    agrees(sentence, sentence.isQuestion ? 'asks' : 'interested'),
  )
  return isInterested ? { ...NOTHING, label: 'Interested' } : NOTHING
}

/** An address follows "please contact" within so many words. */
const REFERRED = 14
/** So many words may stand before a polite no, and after it. */
const GREETING = 4
const NAME = 2

/** The day that a deferral names. Two days in one sentence are a choice that the user makes. */
function dateOf(deferring: Read[]): string | null {
  for (const { days } of deferring) {
    const named = [...new Set(days)]
    if (named.length > 0) return named.length === 1 ? named[0]! : null
  }
  return null
}

/** The only address in the sentence and in the two after it. */
function addressOf(sentences: Read[], index: number, from: string): string | null {
  const near = sentences.slice(index, index + 3).flatMap(({ addresses }) => addresses)
  const others = [...new Set(near)].filter((address) => address !== from)
  return others.length === 1 ? others[0]! : null
}
