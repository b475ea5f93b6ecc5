import type { Reader } from './readers'

/** A sentence's words with `<far>`, `<soon>` or `<day>` in place of each time in the future. */
export interface MarkedWords {
  words: string[]
  /** The days named, `YYYY-MM-DD`, not before `at`. */
  days: string[]
}

/** What a time names; 1 is the first month and the first quarter. */
interface Parts {
  day: number
  month: number
  quarter: number
  /** Of days, weeks, months or years. */
  count: number
  year: number | undefined
}

/**
 * The kinds of time, in the order in which they are searched. `<far>` is a month or more, `<soon>` days or weeks, `<day>` a day of the
 * calendar. Their reading is null for what is no single day.
 */
const KINDS: [list: string, mark: string, read: (parts: Parts, at: Date) => string | null][] = [
  ['day', '<day>', ({ year, month, day }, at) => coming(year, month, day, at)],
  ['early', '<far>', ({ year, month }, at) => inMonth(year, month, 1, at)],
  ['middle', '<far>', ({ year, month }, at) => inMonth(year, month, 15, at)],
  ['late', '<far>', ({ year, month }, at) => inMonth(year, month, 25, at)],
  ['after', '<far>', ({ year, month }, at) => afterMonth(year, month, at)],
  ['within', '<far>', ({ year, month }, at) => inMonth(year, month, 1, at)],
  ['quarter', '<far>', ({ year, quarter }, at) => coming(year, quarter * 3 - 2, 1, at)],
  // The Monday after.
  ['nextWeek', '<soon>', (_, at) => plusDays(at, 7 - ((at.getUTCDay() + 6) % 7))],
  ['nextMonth', '<far>', (_, at) => isoOf(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)],
  [
    'nextQuarter',
    '<far>',
    (_, at) => isoOf(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3 + 3, 1),
  ],
  ['nextYear', '<far>', (_, at) => isoOf(at.getUTCFullYear() + 1, 0, 1)],
  ['inDays', '<soon>', ({ count }, at) => plusDays(at, count)],
  ['inWeeks', '<soon>', ({ count }, at) => plusDays(at, 7 * count)],
  ['inMonths', '<far>', ({ count }, at) => monthsAfter(at, count)],
  ['inYears', '<far>', ({ count }, at) => (count === 1 ? monthsAfter(at, 12) : null)],
  ['someDay', '<far>', () => null],
]

const NUMERIC = /^(20\d\d)-(\d\d)-(\d\d)$|^(\d{1,2})\.(\d{1,2})(?:\.(20\d\d)?)?$/

/** Finds the times in a sentence's words. */
export function markTimes(sentence: string[], reader: Reader, at: Date): MarkedWords {
  const days: string[] = []
  const words = sentence.map((word) => {
    const numeric = NUMERIC.exec(word)
    if (!numeric) return word
    const [year, month, day] = numeric[1] ? numeric.slice(1, 4) : [numeric[6], numeric[5], numeric[4]]
    days.push(coming(year ? Number(year) : undefined, Number(month), Number(day), at) ?? '')
    return '<day>'
  })
  for (const [list, mark, read] of KINDS)
    for (let found = reader.find(list, words); found; found = reader.find(list, words, found.start + 1)) {
      const { start, end } = found
      days.push(read(partsOf(words.slice(start, end), reader), at) ?? '')
      words.splice(start, end - start, mark)
    }
  return { words, days: days.filter(Boolean) }
}

function partsOf(words: string[], { names }: Reader): Parts {
  const digits = words.map((word) => Number.parseInt(word.replace(/^q/, ''), 10)).filter(Boolean)
  const small = digits.find((digit) => digit < 100)
  return {
    year: digits.find((digit) => digit >= 2000),
    month: nameIn(words, names.months) ?? 1,
    day: small ?? 1,
    quarter: small ?? nameIn(words, names.ordinals) ?? 1,
    count: small ?? nameIn(words, names.numbers) ?? 1,
  }
}

/** Which of the names the words contain, from 1: the last one, so that "a couple of" is not "a". */
function nameIn(words: string[], names: string[][]): number | undefined {
  const text = ` ${words.join(' ')} `
  return names.findLastIndex((choices) => choices.some((name) => text.includes(name))) + 1 || undefined
}

/** The first day after a month. */
function afterMonth(year: number | undefined, month: number, at: Date): string | null {
  return month < 12 ? coming(year, month + 1, 1, at) : coming(year && year + 1, 1, 1, at)
}

/** A day of a month; null if that is the present month and the day has passed: "in March", written in March, is no date. */
function inMonth(year: number | undefined, month: number, day: number, at: Date): string | null {
  const isPresent = !year && month === at.getUTCMonth() + 1
  return isPresent ? future(at.getUTCFullYear(), month, day, at) : coming(year, month, day, at)
}

/** The next such day, or that of the named year; null if it does not exist or has passed. */
function coming(year: number | undefined, month: number, day: number, at: Date): string | null {
  if (year) return future(year, month, day, at)
  const thisYear = at.getUTCFullYear()
  return future(thisYear, month, day, at) ?? future(thisYear + 1, month, day, at)
}

function future(year: number, month: number, day: number, at: Date): string | null {
  const iso = isoOf(year, month - 1, day)
  const [, isMonth, isDay] = iso.split('-').map(Number)
  const today = at.toISOString().slice(0, 10)
  const latest = isoOf(at.getUTCFullYear() + 2, at.getUTCMonth(), at.getUTCDate())
  return isMonth === month && isDay === day && iso > today && iso <= latest ? iso : null
}

const plusDays = (at: Date, days: number) =>
  isoOf(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days)

/** The same day of a later month, or its last day. */
function monthsAfter(at: Date, months: number): string {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return isoOf(year, month, Math.min(at.getUTCDate(), last))
}

/** @param month from 0; months and days beyond their end count on */
const isoOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
