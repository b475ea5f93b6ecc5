import { type FindPhrase, finderOf, type PhraseLists } from '~/providers/mail/words/phrases'
import { wordsOf } from '~/providers/mail/words/words'
import type { Language } from './language'
import { DUTCH } from './languages/dutch'
import { ENGLISH } from './languages/english'
import { FRENCH } from './languages/french'
import { GERMAN } from './languages/german'
import { ITALIAN } from './languages/italian'
import { POLISH } from './languages/polish'
import { PORTUGUESE } from './languages/portuguese'
import { SPANISH } from './languages/spanish'

/** The same in all languages. Times and addresses are marked before phrases are searched. */
const COMMON = {
  soon: '<soon>/<day>',
  far: '<far>/<day>',
  time: '<far>/<soon>/<day>',
  /** Anger, or a wish for no more email: a reply with it has no positive label. */
  hostile: `
    spam/spamming/unsubscribe/gdpr/dsgvo/rgpd/rodo/scam/fraud/betrug/abmahnung
    lawyer/attorney/anwalt/avocat/abogado/avvocato/advogado/advocaat/prawnik
    remove me | stop emailing/mailing/writing/contacting/sending`,
}

const OF = '(of/de/di/del/van)'
const YEAR = `${OF} (,) (####)`

/** The times of a language, for `times.ts`. */
function timesOf({ months, numbers, ordinals, units, parts, next, ...language }: Language): PhraseLists {
  const [day, week, month, quarter, year] = namesOf(units)
  const [early, middle, late, after, within] = namesOf(parts)
  const [nextWeek, nextMonth, nextQuarter, nextYear] = namesOf(next)
  return {
    month: namesOf(months).join('/'),
    number: `#/${namesOf(numbers).join('/')}`,
    ordinal: namesOf(ordinals).join('/'),
    day: `# ${OF} MONTH ${YEAR} | MONTH (the) # ${YEAR}`,
    early: `${early} ${OF} MONTH ${YEAR}`,
    middle: `${middle} ${OF} MONTH ${YEAR}`,
    late: `${late} ${OF} MONTH ${YEAR}`,
    after: `${after} ${OF} MONTH ${YEAR}`,
    within: `${within} MONTH ${YEAR}`,
    quarter: `q1/q2/q3/q4 ${YEAR} | #/ORDINAL ${quarter} ${YEAR}`,
    ...{ nextWeek, nextMonth, nextQuarter, nextYear },
    inDays: `${language.in} NUMBER ${day}`,
    inWeeks: `${language.in} (NUMBER) ${week}`,
    inMonths: `${language.in} (NUMBER) ${month}`,
    inYears: `${language.in} (NUMBER) ${year}`,
  } as PhraseLists
}

const namesOf = (names: string) => names.trim().split(/\s+/)
const spaced = (names: string) =>
  namesOf(names).map((choices) => choices.split('/').map((name) => ` ${wordsOf(name).join(' ')} `))

/** A language that is ready to search. */
export interface Reader {
  find: FindPhrase
  /** The names of months, numbers and quarters, each with spaces around: the first ones stand for 1. */
  names: Record<'months' | 'numbers' | 'ordinals', string[][]>
}

const readerOf = (language: Language): Reader => ({
  find: finderOf({ ...COMMON, ...language, ...timesOf(language) }),
  names: {
    months: spaced(language.months),
    numbers: spaced(language.numbers),
    ordinals: spaced(language.ordinals),
  },
})

/** Every language: nobody says in which one a reply is written. */
export const READERS = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, POLISH].map(readerOf)
