const MAX_LENGTH = 500

/** A server's message, made safe to store and show: one line, no control characters, bounded length. */
export function serverWords(said: string): string {
  const line = said
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line
}

/** An SMTP reply as one sentence: its code once, and the text of all its lines. */
export function replyWords(reply: string): string {
  const lines = reply.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first = '', ...others] = lines
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(first)?.[1]
  const rest = others.map((line) => {
    const words = line.replace(/^\d{3}[ -]?/, '')
    return status && words.startsWith(status) ? words.slice(status.length) : words
  })
  return serverWords([first.replace(/^(\d{3})-/, '$1 '), ...rest].join(' '))
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 }
const LONGEST_MS = 24 * UNITS.h!

/**
 * The retry time in a server's message, if there is one: a moment ("retry after 2026-03-02T10:00:00Z") or a span ("try again in
 * 5 minutes", "greylisted for 300 seconds", "00:04:59"). At most a day ahead.
 */
export function retryTimeIn(words: string, now: Date): Date | undefined {
  const moment = /\b(?:after|at|until)\s+(\d{4}-\d\d-\d\dT\S+Z)/i.exec(words)?.[1]
  if (moment && !Number.isNaN(Date.parse(moment))) return withinADay(Date.parse(moment) - now.getTime(), now)
  if (!/try|retry|grey|gray|wait|later|rate|throttl|too (many|fast)/i.test(words)) return undefined
  const span = /\b(?:in|after|for|wait)\s+(?:another\s+)?(\d{1,6})\s*(s|m|h)(?:ec|in|our|r)?\w*\b/i.exec(
    words,
  )
  if (span) return withinADay(Number(span[1]) * UNITS[span[2]!.toLowerCase()]!, now)
  const clock = /\b(?:in|after|for|wait)\s+(\d{1,2}):(\d\d):(\d\d)\b/i.exec(words)
  if (!clock) return undefined
  const [hours, minutes, seconds] = clock.slice(1).map(Number)
  return withinADay(hours! * UNITS.h! + minutes! * UNITS.m! + seconds! * UNITS.s!, now)
}

const withinADay = (ms: number, now: Date) =>
  ms > 0 && ms <= LONGEST_MS ? new Date(now.getTime() + ms) : undefined
