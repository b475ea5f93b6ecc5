import { statusIn } from '~/providers/mail/inbound/delivery-status'
import { SAYS_DISABLED, SAYS_POLICY, SAYS_UNKNOWN } from '~/providers/mail/inbound/failure-words'
import { SENDER_LANGUAGES, type SenderWords } from './sender-words'

/** Whom a server's refusal is about. */
export interface RefusalSubject {
  /**
   * - `sender`: the account, its limits, its reputation or identity. Another email to somebody else would be refused too.
   * - `message`: what this one email contains, or a policy that may be about anything.
   * - `recipient`: the address or its mailbox.
   */
  about: 'sender' | 'message' | 'recipient' | 'unknown'
  /** What is wrong with the sender. */
  because?: 'limit' | 'suspended' | 'reputation' | 'identity'
  /** For a limit of the sender: the time for which it counts, if the server says so. */
  period?: 'hour' | 'day'
}

const MAX_WORDS = 2_000
const anyOf = (phrases: string[]) => new RegExp(phrases.join('|'), 'iu')
const all = (list: 'limits' | 'suspended' | 'reputation' | 'content' | 'identity') =>
  anyOf(SENDER_LANGUAGES.flatMap((words: SenderWords) => words[list]))
const LIMITS = all('limits')
const SUSPENDED = all('suspended')
const REPUTATION = all('reputation')
const CONTENT = all('content')
const IDENTITY = all('identity')
const HOUR = anyOf(SENDER_LANGUAGES.map(({ hour }) => hour))
const DAY = anyOf(SENDER_LANGUAGES.map(({ day }) => day))

/** The account's own limits and state, whatever the code: RFC 3463 5.1.7 and 5.1.8, Google's and Microsoft's codes for limits. */
const SENDER_STATUS = /^[45]\.(1\.(7|8|90)|4\.5|7\.(23[23]|26|27|28|5\d\d|6\d\d|7\d\d))$/
const RECIPIENT_STATUS = /^[45]\.(1\.([1-6]|10)|2\.\d+|4\.[14])$/
const POLICY_STATUS = /^5\.7\.\d+$/
/** Asks only to come back: it says nothing about the sender, even with a code of policy. */
const GREYLISTED = /gr[ae]y ?-?list|postgrey/i
/** What the recipient may have too much of. */
const RECIPIENTS_LIMIT = anyOf([
  '(account|address|user|domain)( \\S{1,20}){0,2} may not exist|recipient[^.]{0,40} unverified',
  '(user|recipient|account|mailbox|person)[^.]{0,40}(trying|tried|attempted) to (contact|reach|e-?mail)[^.]{0,80}',
  "(user|recipient|mailbox|recipient's mailbox|addressee)( \\S{1,80})? (is |has |was )?(receiving|(exceeded|over|reached) (its |his |their |the )?(storage|disk|mailbox|message rate|quota|size))",
  '(mail ?box|inbox|in-box|postfach|boîte|buzón|ящик|storage|speicher)[^.]{0,40} (is )?(full|voll|pleine|llen[oa]|переполнен|over ?quota|überfüllt|saturée)|(full|over ?quota) (mail ?box|inbox)|user (is )?over ?quota|out of storage',
  '(mail ?box|recipient|user|storage|disk)( \\S{1,60})? (size |storage |disk )?(quota|limit)[^.]{0,20}exceed|quota (of the )?(recipient|mailbox|user)|insufficient (disk|storage|system storage)',
  '(recipient|group|list|members?)[^.]{0,60} (only accepts|restricted|not authori[sz]ed to send to)|policy rejection on the target|restricted recipient|notauthorized',
])
/** Quotas of a mailbox and of an account share words: these are of the account. */
const SENDS =
  /submission|sending|\bsend(er)?\b|outgoing|outbound|per (hour|day)|hourly|daily|relay|smtp|your (account|domain)|e-?mails? sent|versand|sende|envoi|envío|отправ|исходящ/i
const SAYS_QUOTA = /quota|over ?quota|kontingent|cuota|квот/i

/**
 * Whom a refusal is about, by the server's words and its enhanced status; the class of the code does not matter, because servers refuse with
 * permanent codes what passes in an hour. A refusal by the recipient's server because of our reputation is about the sender.
 */
export function aboutWhom(words: string, status: string | null = statusIn(words)): RefusalSubject {
  const said = withoutAddresses(words)
  const isOfRecipient = RECIPIENT_STATUS.test(status ?? '')
  const sends = SENDS.test(said)
  if (GREYLISTED.test(said)) return { about: 'unknown' }
  const isLimit = LIMITS.test(said)
  if (RECIPIENTS_LIMIT.test(said) && !(sends && isLimit)) return { about: 'recipient' }
  if (isLimit && isOfRecipient && !sends) return { about: 'recipient' }
  if (isLimit) return { about: 'sender', because: 'limit', ...periodOf(said) }
  if (SUSPENDED.test(said)) return { about: 'sender', because: 'suspended' }
  if (SENDER_STATUS.test(status ?? '')) return { about: 'sender', because: 'identity', ...periodOf(said) }
  if (IDENTITY.test(said)) return { about: 'sender', because: 'identity' }
  if (REPUTATION.test(said)) return { about: 'sender', because: 'reputation' }
  if (CONTENT.test(said)) return { about: 'message' }
  if (isOfRecipient || SAYS_UNKNOWN.test(said) || SAYS_DISABLED.test(said) || SAYS_QUOTA.test(said))
    return { about: 'recipient' }
  return POLICY_STATUS.test(status ?? '') || SAYS_POLICY.test(said)
    ? { about: 'message' }
    : { about: 'unknown' }
}

function periodOf(said: string): { period?: 'hour' | 'day' } {
  if (HOUR.test(said)) return { period: 'hour' }
  return DAY.test(said) ? { period: 'day' } : {}
}

/** Without links and addresses: "spam-filter.example.net" says nothing. */
const withoutAddresses = (words: string): string =>
  words
    .slice(0, MAX_WORDS)
    .replace(/https?:\S+/gi, ' ')
    .replace(/\S{0,64}@\S{1,253}/g, ' <address> ')
    .replace(/\s+/g, ' ')
