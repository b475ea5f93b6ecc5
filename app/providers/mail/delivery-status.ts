/** What a failed delivery says about the address and about us. */
export type BounceClass =
  /** The address itself is no good. */
  | 'hard'
  /** It may work another time: full, too big, out of order. */
  | 'soft'
  /** We are refused: reputation, authentication, rules. */
  | 'policy'

/** Codes about the address (RFC 3463, RFC 5248): unknown user or host, bad syntax, moved, null MX, disabled. */
const HARD = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.1', '5.4.4'])
/** Permanent in their number, but not for ever: full, too big, loops, system trouble. */
const SOFT = new Set(['5.2.2', '5.2.3', '5.3.4', '5.3.0', '5.4.5', '5.4.6', '5.4.14', '5.4.7'])

const SAYS_POLICY =
  /spam|blocked|black ?list|block ?list|policy|reputation|dmarc|\bspf\b|\bdkim\b|unauthenticated|not authori[sz]ed|banned|listed (at|by|in|on)/i
const SAYS_HARD =
  /user unknown|unknown user|no such (user|recipient|mailbox|address|person)|does(n't| not) exist|mailbox (is )?(unavailable|not found)|unknown recipient|recipient (address )?rejected|invalid (recipient|mailbox)|account (is |has been )?(disabled|inactive|closed)|address (could not|couldn't) be found|(domain|host) (name )?(was )?not found|wasn't found|unrouteable|null mx/i
const SAYS_SOFT =
  /full|over ?quota|try again|temporar|time(d)? ?out|grey ?list|too (large|big)|exceeds? (the )?(size|limit)|connection (refused|lost)/i

/** The enhanced status in a text such as "550 5.1.1 no such user" or "5.1.1 (bad address)". */
export function statusIn(text: string): string | null {
  return /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? null
}

/**
 * Judges a final failure by its enhanced status; without a telling one by the SMTP code and words. Null when nothing
 * says what happened.
 */
export function classifyFailure(status: string | null, words: string): BounceClass | null {
  if (status?.startsWith('5.7.')) return 'policy'
  // 5.4.1 is Microsoft's word for an unknown recipient, but also for a refusal of the sender.
  if (status === '5.4.1' && SAYS_POLICY.test(words)) return 'policy'
  if (status && HARD.has(status)) return 'hard'
  if (status?.startsWith('4.') || (status && SOFT.has(status))) return 'soft'
  if (SAYS_POLICY.test(words)) return 'policy'
  if (SAYS_SOFT.test(words)) return 'soft'
  if (SAYS_HARD.test(words)) return 'hard'
  if (status?.startsWith('5.1.')) return 'hard'
  const smtp = /(?:^|\D)([45])\d\d[ -]/.exec(words)?.[1]
  if (status?.startsWith('5.') || smtp) return 'soft'
  return null
}
