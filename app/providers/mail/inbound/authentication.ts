import type { MimePart } from '~/providers/mail/message/mime-parts'

/** More of such headers than a chain of servers adds. */
const MAX_HEADERS = 20
const DMARC = /(?:^|[;\s])dmarc ?(?:\/ ?\d{1,3} ?)?= ?([a-z]{1,20})/gi
/** What a server names or finds; other quoted strings repeat what the sender wrote. */
const WORD = /^[\w.-]{1,255}$/
/** Elsewhere a quote is a character of an address that the server wrote without quoting it. */
const BEFORE_QUOTE = /[\s=;.@]$/

/**
 * Whether the server that received the message says that its sender's domain disowns it: `dmarc=fail` in `Authentication-Results` (RFC 8601).
 * Each server adds its headers above those that it received, so the topmost is of the mailbox's own host; further ones count if they name
 * the same host and those above have no such result. Everything below may be forged.
 */
export function failsDmarc({ headers }: MimePart): boolean {
  const results = (headers.get('authentication-results') ?? []).slice(0, MAX_HEADERS).map(withoutRemarks)
  const own = results[0] && hostOf(results[0])
  const verdicts = results
    .filter((result) => hostOf(result) === own)
    .map((result) => Array.from(result.matchAll(DMARC), ([, verdict]) => verdict!.toLowerCase()))
    .find((found) => found.length > 0)
  return verdicts?.includes('fail') ?? false
}

/** The server that speaks. Exchange leaves its name out and begins with a result. */
function hostOf(result: string): string {
  const first = result.trim().split(/[;\s]/, 1)[0]!.toLowerCase()
  return first.includes('=') ? '' : first
}

/**
 * A header without its comments, which may be nested, and without its quoted strings (RFC 5322, 3.2.2 and 3.2.4): the sender's address may
 * hold what looks like a result. Parentheses and quotes that nothing closes hide nothing. Takes linear time.
 */
function withoutRemarks(header: string): string {
  const kept: string[] = []
  /** Where open comments begin, in `kept`. */
  const open: number[] = []
  let mayQuote = true
  for (let at = 0; at < header.length; at += 1) {
    const character = header[at]!
    const before = kept.at(-1) ?? ' '
    const end =
      character === '"' && mayQuote && open.length === 0 && BEFORE_QUOTE.test(before)
        ? endOfQuoted(header, at)
        : null
    if (end === -1) mayQuote = false
    if (end !== null && end >= 0) {
      const quoted = header.slice(at + 1, end)
      kept.push(WORD.test(quoted) ? quoted : '""')
      at = end
    } else if (character === '\\' && open.length > 0) {
      kept.push(header.slice(at, at + 2))
      at += 1
    } else if (character === '(') open.push(kept.push(character) - 1)
    else if (character === ')' && open.length > 0) {
      kept.length = open.pop()!
      if (kept.at(-1) !== ' ') kept.push(' ')
    } else if (!/\s/.test(character)) kept.push(character)
    else if (before !== ' ') kept.push(' ')
  }
  return kept.join('')
}

/** Where the quoted string ends that begins at `start`; -1 if it does not. */
function endOfQuoted(header: string, start: number): number {
  for (let at = start + 1; at < header.length; at += 1) {
    if (header[at] === '"') return at
    if (header[at] === '\\') at += 1
  }
  return -1
}
