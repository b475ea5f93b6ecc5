import { SAYS_DISABLED, SAYS_POLICY, SAYS_SOFT, SAYS_UNKNOWN } from './failure-words'

/** What a failed delivery says about the address and about the sender. */
export type BounceClass =
  /** The address itself is invalid. */
  | 'hard'
  /** Temporary: full, too big, out of order. */
  | 'soft'
  /** The sender is refused: reputation, authentication, rules. */
  | 'policy'

/** Codes about the address (RFC 3463, RFC 5248): unknown user or host, bad syntax, moved, null MX, disabled. */
const HARD = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1', '5.4.1', '5.4.4'])
/** Permanent codes for conditions that may pass: full, too big, loops, expired. */
const SOFT = /^5\.(2\.[234]|3\.[1-5]|4\.([23567]|14)|6\.\d+)$/
/** Codes about the sender (RFC 3463, 5.1.7 and 5.1.8), and about rules and trust. */
const POLICY = /^5\.(7\.\d+|1\.[78])$/
/** Microsoft's text for 5.4.1: the address is not in the recipient directory. */
const REFUSED_BY_DIRECTORY = /recipient address(es)? rejected ?: ?access denied/i
const MAX_WORDS = 2_000

/** The enhanced status in a text such as "550 5.1.1 no such user", "(#5.1.2)" or "550-5.1.1". */
export function statusIn(text: string): string | null {
  return /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text.slice(0, MAX_WORDS))?.[1] ?? null
}

/** The SMTP code in a server's message, e.g. 550. */
export function smtpCodeIn(text: string): number | null {
  const found = /(?:^|[\s:;,("'<[])([45][0-5]\d)(?=[\s:#-]{1,3}[\p{L}#("'<[*45])/u.exec(
    text.slice(0, MAX_WORDS),
  )
  return found ? Number(found[1]) : null
}

/** "5.0.0" and other "undefined" codes are unspecific (RFC 3463, 3.1); only policy is clear without a detail. */
export const isVague = (status: string): boolean => /\.0$/.test(status) && !/^[45]\.7\.0$/.test(status)

/**
 * Classifies a final failure by its enhanced status and the server's message. An address counts as invalid only by a code or text about
 * it that nothing contradicts. Null if nothing says what happened.
 */
export function classifyFailure(status: string | null, words: string): BounceClass | null {
  const explained = explanationOf(status, words)
  if (explained) return explained
  const isPermanent = [status, statusIn(words)].some((code) => code?.startsWith('5.'))
  return isPermanent || smtpCodeIn(words) !== null ? 'soft' : null
}

/** Whether a code or the words say what happened. If not, a permanent failure still counts as `soft`. */
export const isExplained = (status: string | null, words: string): boolean =>
  explanationOf(status, words) !== null

/** What SMTP itself calls code 550 (RFC 5321, 4.2.3): servers say it for limits too. */
const WORDS_OF_550 = /requested (mail )?action not taken:? mailbox (is )?unavailable/gi

/** Whether a permanent failure is certainly about the address: by its code, or by words that say more than that it was rejected. */
export function isInvalidAddress(status: string | null, words: string): boolean {
  if ([status, statusIn(words)].some((code) => code !== null && (HARD.has(code) || code.startsWith('5.1.'))))
    return true
  const said = wordsAlone(words).replace(WORDS_OF_550, ' ')
  return SAYS_UNKNOWN.test(said) || SAYS_DISABLED.test(said)
}

function explanationOf(status: string | null, words: string): BounceClass | null {
  const said = wordsAlone(words)
  const within = statusIn(words)
  const codes = [status, within].filter((code) => code !== null)
  const judged = codes.map((code) => byCode(code, said)).filter((found) => found !== null)
  if (judged.includes('policy')) return 'policy'
  if (judged.includes('soft')) return 'soft'
  const spoken = byWords(said)
  if (judged.includes('hard')) {
    const backed = [SAYS_UNKNOWN, SAYS_DISABLED, REFUSED_BY_DIRECTORY].some((form) => form.test(said))
    return spoken === null || spoken === 'hard' || backed ? 'hard' : spoken
  }
  const smtp = smtpCodeIn(words)
  if (smtp !== null && smtp < 500 && spoken !== 'policy') return 'soft'
  if (spoken) return spoken
  return codes.some((code) => code.startsWith('5.1.')) ? 'hard' : null
}

function byCode(code: string, said: string): BounceClass | null {
  if (POLICY.test(code)) return 'policy'
  if (code.startsWith('4.')) return code.startsWith('4.7.') && SAYS_POLICY.test(said) ? 'policy' : 'soft'
  // Gmail also uses 5.2.1 for an address that receives too many messages.
  if (code === '5.2.1' && /at a rate|too (quickly|fast)/i.test(said)) return 'soft'
  if (HARD.has(code)) return 'hard'
  return SOFT.test(code) ? 'soft' : null
}

/** The verdict of the text alone. A blocked account is not a policy matter; "recipient rejected" alone is weak evidence. */
function byWords(said: string): BounceClass | null {
  const rest = said.replace(SAYS_DISABLED, ' ')
  if (SAYS_POLICY.test(rest)) return 'policy'
  if (SAYS_SOFT.test(rest)) return 'soft'
  if (rest !== said || SAYS_UNKNOWN.test(rest) || /recipient (address )?rejected/i.test(rest)) return 'hard'
  return null
}

/** Without links, addresses and host names: "antispam.example.net" says nothing about spam. */
const wordsAlone = (words: string): string =>
  words
    .slice(0, MAX_WORDS)
    .replace(/https?:\S+/gi, ' ')
    .replace(/\S{0,64}@\S{1,253}/g, ' ')
    .replace(/\b(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}\b/gi, (host) =>
      /[A-Z]{2}|[a-z][A-Z]/.test(host) ? host : ' ',
    )
    .replace(/\s+/g, ' ')
