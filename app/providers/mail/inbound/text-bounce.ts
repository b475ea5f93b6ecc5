import { headerOf, type MimePart, parseFields } from '~/providers/mail/message/mime-parts'
import type { Readable } from '~/providers/mail/message/readable'
import { SEND_ID_HEADERS } from '~/providers/mail/message/send-id'
import { hasAutomaticSubject } from './auto-reply'
import { isAutomaticText } from './automatic-text'
import type { DeliveryReport } from './delivery-report'
import { addressIn, MAX_RECIPIENTS, tidyReason, unique } from './delivery-report'
import { classifyFailure, smtpCodeIn, statusIn } from './delivery-status'
import { SAYS_DISABLED, SAYS_POLICY, SAYS_SOFT, SAYS_UNKNOWN } from './failure-words'
import { hasNullSender, isDaemon, isFromMailSystem, isListServer, isPostmaster } from './mail-system'
import { SAYS_DELAYED, SAYS_DELIVERED, SAYS_FAILED, SAYS_GIVEN_UP } from './report-words'
import { hasReplyPrefix } from './subject'

/** The first characters, in which the mail system speaks; the returned message follows. */
const MAX_NOTICE = 6_000
const MAX_LINES = 1_500
/** Within these characters the outcome is stated. */
const MAX_OPENING = 2_500

/**
 * A delivery report without machine-readable fields (qmail, older Exim and Exchange, and other systems without RFC 3464). It is
 * recognized by its sender and its phrases, in the languages of `report-words.ts`. Null if it is none.
 */
export function readTextBounce(
  message: MimePart,
  readable: Readable,
  around: DeliveryReport['returned'],
): DeliveryReport | null {
  if (!isFromMailSystem(message, readable)) return null
  const { notice, copy } = splitNotice(readable.text)
  const returned = around.size > 0 ? around : parseFields(copy)
  const returns = returnsMail(message, readable, notice, returned)
  if (hasReplyPrefix(readable.subject) && !isDaemon(readable) && !returns) return null
  const fate = fateOf(message, readable, notice, returned.size > 0) ?? (returns ? 'failed' : null)
  if (!fate) return null
  const own = [addressIn(headerOf(message, 'to')), readable.from]
  const recipients = recipientsIn(notice, own, returned)
  const words = serverWords(notice, recipients)
  const status = statusIn(words) ?? statusIn(notice)
  const reason = tidyReason(words)
  if (fate === 'underway') return { kind: 'other', class: null, recipients, status, reason, returned }
  const judged = classifyFailure(status, words) ?? classifyFailure(status, notice)
  return { kind: 'bounce', class: judged, recipients, status, reason, returned }
}

/**
 * The outcome that the notice reports. A daemon reports nothing but failures, unless the text says otherwise. A postmaster has to
 * state the failure. So has an empty return path, with a code. Any other automatic sender has to state it in the subject and prove it,
 * because an out-of-office response may mention delays too.
 */
function fateOf(
  message: MimePart,
  readable: Readable,
  notice: string,
  copied: boolean,
): 'failed' | 'underway' | null {
  const { subject } = readable
  const daemon = isDaemon(readable)
  const coded = smtpCodeIn(notice) !== null || statusIn(notice) !== null
  const proven = copied || coded
  // People also sign as administrators: from addresses other than postmaster@ a code or a copy is required.
  const postmaster = /^post[-_.]?master@/.test(readable.from) || (isPostmaster(readable) && proven)
  const trusted = daemon || (postmaster && notice.includes('@'))
  if (!trusted && !proven) return null
  const fails = SAYS_FAILED.test(subject)
  if (SAYS_DELAYED.test(subject)) return SAYS_GIVEN_UP.test(subject) || fails ? 'failed' : 'underway'
  if (fails) return 'failed'
  if (SAYS_DELIVERED.test(subject)) return 'underway'
  const opening = notice.slice(0, MAX_OPENING)
  if (!trusted && !(hasNullSender(message) && coded && SAYS_FAILED.test(opening))) return null
  if (!SAYS_GIVEN_UP.test(opening) && (SAYS_DELAYED.test(opening) || isTransient(notice))) return 'underway'
  if (SAYS_FAILED.test(opening)) return 'failed'
  if (SAYS_DELIVERED.test(opening)) return 'underway'
  return daemon ? 'failed' : null
}

/** Headers of a message that was transported; the quotes of mail clients do not contain them. */
const SEND_IDS = SEND_ID_HEADERS.map((name) => name.toLowerCase())
const TRANSPORTED = ['received', 'message-id', ...SEND_IDS]

/**
 * Whether a mail system returns a message: it comes from a daemon, a postmaster or an empty return path, and carries the message or its
 * headers. Then the text need not say that it failed. Autoresponders may return messages too, but they write from the address that
 * the message went to.
 */
function returnsMail(
  message: MimePart,
  readable: Readable,
  notice: string,
  returned: DeliveryReport['returned'],
): boolean {
  if (!isDaemon(readable) && !isPostmaster(readable) && !hasNullSender(message) && !isListServer(message))
    return false
  if (!TRANSPORTED.some((name) => returned.has(name))) return false
  const to = (returned.get('to') ?? []).flatMap((line) => line.split(',', MAX_RECIPIENTS)).map(addressIn)
  if (to.includes(readable.from)) return false
  return !hasAutomaticSubject(readable.subject) && !isAutomaticText(notice, false)
}

/** Whether all codes are transient ones. */
function isTransient(notice: string): boolean {
  const first = statusIn(notice)?.[0] ?? smtpCodeIn(notice)?.toString()[0]
  return first === '4'
}

const COPY =
  '(copy|original|returned|below|undelivered|header|message|kopie|nachricht|copie|copia|mensaje|messaggio|mensagem|bericht|wiadomoś|kopi|копия|сообщени|письм|メッセージ|メール|原始|原邮件|邮件|원본|메시지)'
const COPY_BELOW = new RegExp(
  `^(?=\\s{0,20}[-=_*~#])[-=_*~#\\s]{2,80}(.{0,40}${COPY}.{0,80})[-=_*~#:\\s]{0,80}$`,
  'iu',
)
/** Without a rule it requires transport headers: "Original mail as follows:". */
const COPY_ANNOUNCED = new RegExp(`^\\s{0,10}.{0,40}${COPY}.{0,80}[:：]\\s{0,10}$`, 'iu')
const HEADER = /^[A-Za-z][A-Za-z-]{1,40}:( |$)/
const TRANSPORT = new RegExp(
  `^(received|message-id|mime-version|return-path|${SEND_IDS.join('|')}|dkim-signature):`,
  'i',
)

/** Splits where the returned message begins: at a line that announces it, or at a group of transport headers. */
function splitNotice(text: string): { notice: string; copy: string } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n', MAX_LINES)
  const begins = lines.findIndex((line, index) => {
    if (line.length > 300) return false
    const near = lines.slice(index, index + 12)
    const headers = near.slice(0, 3).every((next) => HEADER.test(next) || /^[ \t]/.test(next))
    if (HEADER.test(line) && headers) return near.some((next) => TRANSPORT.test(next))
    const below = near.slice(1).map((next) => next.trim())
    if (COPY_ANNOUNCED.test(line) && HEADER.test(below.find((next) => next !== '') ?? ''))
      return below.some((next) => TRANSPORT.test(next))
    return COPY_BELOW.test(line) && below.filter((next) => HEADER.test(next)).length >= 2
  })
  const at = begins < 0 ? lines.length : begins
  const notice = lines.slice(0, at).filter((line) => !/^\s{0,3}>/.test(line))
  const copy = lines.slice(at).map((line) => line.replace(/^\s{1,4}(?=[A-Za-z-]{2,40}:)/, ''))
  const start = copy.findIndex((line) => HEADER.test(line))
  const end = copy.findIndex((line, index) => index > start && line === '')
  const headers = start < 0 ? [] : copy.slice(start, end < 0 ? undefined : end)
  return { notice: notice.join('\n').slice(0, MAX_NOTICE), copy: headers.join('\n') }
}

const ADDRESS = /[^\s<>;:,"()[\]@]{1,64}@[^\s<>;:,"'()[\]@]{1,253}/g
/** Addresses offered for help, and the system itself. */
const HELPERS =
  /^'?(mail(er)?-?daemon|postmaster|help-?desk|support|abuse|admin(istrator)?|hostmaster|webmaster|info-?desk|noc|security|unblock|delist|no-?reply)([+.-].*)?@/i

/** The recipients of the notice: the addresses that start a line, else those in it; the returned message's recipient takes precedence. */
function recipientsIn(notice: string, own: string[], returned: DeliveryReport['returned']): string[] {
  const fields = parseFields(notice)
  const stated = unique(
    ['final-recipient', 'original-recipient'].flatMap((name) => (fields.get(name) ?? []).map(addressIn)),
  )
  if (stated.length > 0) return stated
  const written = unique(
    (returned.get('to') ?? []).flatMap((line) => line.split(',', MAX_RECIPIENTS)).map(addressIn),
  )
  const lines = notice.split('\n').filter((line) => !/message-?id/i.test(line))
  const clean = (found: string[]) =>
    unique(found.map(addressIn)).filter((address) => !own.includes(address) && !HELPERS.test(address))
  const opening = clean(
    lines.flatMap(
      (line) =>
        /^[\s<*•"'(-]{0,12}([^\s<>;:,"()[\]@]{1,64}@[^\s<>;:,"'()[\]@]{1,253})(?=[\s>:;,)"']|$)/.exec(
          line.slice(0, 400),
        )?.[1] ?? [],
    ),
  )
  const any = clean(lines.flatMap((line) => line.slice(0, 600).match(ADDRESS) ?? []))
  const both = any.filter((address) => written.includes(address))
  if (both.length > 0) return both
  if (opening.length > 0) return opening
  return any.length > 0 ? any.slice(0, 1) : written.filter((address) => !own.includes(address))
}

/** The server's reply within the notice: from the line with a code or a known phrase on, else all of it. */
function serverWords(notice: string, recipients: string[]): string {
  const lines = notice.split('\n').map((line) => line.trim().slice(0, 1_000))
  const code = lines.findIndex((line) => statusIn(line) !== null || smtpCodeIn(line) !== null)
  if (code >= 0) return paragraphFrom(lines, code)
  const about = lines.findIndex((line) => recipients.some((address) => line.toLowerCase().includes(address)))
  const telling = (line: string) =>
    [SAYS_UNKNOWN, SAYS_DISABLED, SAYS_SOFT, SAYS_POLICY].some((form) => form.test(line))
  const after = lines.findIndex((line, index) => index >= Math.max(about, 0) && telling(line))
  const first = after >= 0 ? after : lines.findIndex(telling)
  return first >= 0 ? paragraphFrom(lines, first) : notice
}

const paragraphFrom = (lines: string[], index: number): string => {
  const end = lines.findIndex((line, at) => at > index && line === '')
  return lines.slice(index, end < 0 ? undefined : end).join(' ')
}
