import type { BuiltInLabel } from './labels'
import { BUT, CONDITION, DOUBLE, HOSTILE, NEGATION, REQUEST } from './rules/guards'
import { INTERESTED, INTERESTED_QUESTION } from './rules/interested'
import { MEETING_BOOKED } from './rules/meeting'
import { BARE_REFUSAL, NOT_INTERESTED, POLITE_NO } from './rules/not-interested'
import { NOT_NOW } from './rules/not-now'
import { type Sentence, sentencesOf } from './rules/sentences'
import { type Marked, markTimes } from './rules/times'
import { BARE_WRONG, WRONG_PERSON } from './rules/wrong-person'

/** What a reply suggests. */
export interface Proposal {
  label: BuiltInLabel | null
  /** The local day on which the person wants to hear again, `YYYY-MM-DD`. */
  date: string | null
  /** The address of the person to write to instead, lower case. */
  email: string | null
}

const NOTHING: Proposal = { label: null, date: null, email: null }

/**
 * Proposes a label for a reply by rules on the person's own words (without quotes). No label is better than a wrong one: what denies
 * comes before what agrees, and conditions, questions and reported words have none.
 * @param at when it was received: completes dates such as "in March"
 * @param from the sender's own address, which is never proposed
 */
export function proposeLabel(text: string, at: Date, from = ''): Proposal {
  const sentences = sentencesOf(text).map((one) => ({ ...one, marked: markTimes(one.words, at) }))
  const wrong = sentences.findIndex(isWrongPerson)
  const deferring = sentences.filter(isNotNow)
  const refusal = sentences.some(isRefusal) || (sentences.length === 1 && POLITE_NO.test(sentences[0]!.words))
  if (deferring.length > 0 && wrong < 0) return { ...NOTHING, label: 'Not now', date: dateOf(deferring) }
  if (refusal) return { ...NOTHING, label: 'Not interested' }
  if (wrong >= 0) return { ...NOTHING, label: 'Wrong person', email: addressOf(sentences, wrong, from) }
  if (sentences.some(({ words }) => BUT.test(words) || HOSTILE.test(words))) return NOTHING
  if (sentences.some((one) => !one.isQuestion && agrees(one, MEETING_BOOKED)))
    return { ...NOTHING, label: 'Meeting booked' }
  const isInterested = sentences.some((one) => agrees(one, one.isQuestion ? INTERESTED_QUESTION : INTERESTED))
  return isInterested ? { ...NOTHING, label: 'Interested' } : NOTHING
}

interface Read extends Sentence {
  marked: Marked
}

/** Whether the words contain the phrase as a statement: not after a condition, and not as a denied or reported one. */
function states(words: string, phrase: RegExp): boolean {
  const found = phrase.exec(words)
  return found !== null && !CONDITION.test(`${words.slice(0, found.index)} `) && !DOUBLE.test(words)
}

function isRefusal({ words, isQuestion }: Read): boolean {
  if (isQuestion) return false
  if (BARE_REFUSAL.test(words)) return true
  const [first = '', ...others] = words.split(' , ')
  if (BARE_REFUSAL.test(`${first} `) && !BUT.test(` ${others.join(' , ')}`.replace(GOOD_WISHES, ' ')))
    return true
  const found = NOT_INTERESTED.exec(words)
  if (!found || !states(words, NOT_INTERESTED)) return false
  // "I am not interested, but my colleague is."
  const rest = words.slice(found.index + found[0].length).replace(GOOD_WISHES, ' ')
  return !BUT.test(rest)
}

const GOOD_WISHES =
  / (?:but|aber|mais|pero|ma|mas|maar|ale) (?:thanks|thank|good luck|best of luck|i appreciate|appreciate|i wish|wish|danke|vielen dank|viel erfolg|merci|bonne|gracias|suerte|grazie|in bocca|obrigado|obrigada|bedankt|dank|succes|veel succes|dziekuje|powodzenia|all the best)(?= )/g

const isNotNow = ({ words, marked, isQuestion }: Read): boolean =>
  (!isQuestion || REQUEST.test(words)) && states(marked.words, NOT_NOW)

const isWrongPerson = ({ words, isQuestion }: Read): boolean =>
  !isQuestion && (BARE_WRONG.test(words) || states(words, WRONG_PERSON))

/** Whether the phrase agrees: without any condition, and nothing before it denies. */
function agrees({ marked: { words } }: Read, phrase: RegExp): boolean {
  const found = phrase.exec(words)
  if (!found || CONDITION.test(words) || DOUBLE.test(words)) return false
  return !NEGATION.test(`${words.slice(0, found.index + found[0].length)} `)
}

/** The day that a deferral names. Two days in one sentence are a choice that the user makes. */
function dateOf(deferring: Read[]): string | null {
  for (const { marked } of deferring) {
    const days = [...new Set(marked.days)]
    if (days.length > 0) return days.length === 1 ? days[0]! : null
  }
  return null
}

/** The only address in the sentence and in the one after it. */
function addressOf(sentences: Read[], index: number, from: string): string | null {
  const near = sentences.slice(index, index + 3).flatMap(({ addresses }) => addresses)
  const others = [...new Set(near)].filter((address) => address !== from.toLowerCase())
  return others.length === 1 ? others[0]! : null
}
