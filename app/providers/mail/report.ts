import { type BounceClass, classifyFailure, statusIn } from './delivery-status'
import { allParts, decodePart, headerOf, type MimePart, parameter, parseFields } from './mime-parts'

/** A machine's report about a mail of ours. */
export interface Report {
  kind: 'bounce' | 'complaint' | 'other'
  class: BounceClass | null
  /** Whom it is about, lower case; complaints often leave them out. */
  recipients: string[]
  status: string | null
  /** The other server's words. */
  reason: string
  /** Headers of the returned mail, or of as much of it as there is. */
  returned: Map<string, string[]>
}

const MAX_RECIPIENTS = 20
const MAX_WORDS = 500
const DAEMON =
  /^(mailer-daemon|postmaster|mail-daemon|mailerdaemon|mdaemon|bounces?|microsoftexchange[0-9a-f]{16,})$/

/** The report in a message; null when it is none, or says so but does not come from a mail system. */
export function readReport(message: MimePart, from: string): Report | null {
  const type = headerOf(message, 'content-type')
  const reportType =
    message.type === 'multipart/report' ? parameter(type, 'report-type')?.toLowerCase() : undefined
  const parts = allParts(message)
  const returned = returnedHeaders(parts)
  const feedback = parts.find((part) => part.type === 'message/feedback-report')
  if (reportType === 'feedback-report' && feedback) return complaint(decodePart(feedback), returned)

  const failed = addresses(headerOf(message, 'x-failed-recipients').split(','))
  const delivery = parts.find((part) => /^message\/(global-)?delivery-status$/.test(part.type))
  const isReport = (reportType === 'delivery-status' && delivery !== undefined) || failed.length > 0
  if (isReport && isFromMailSystem(message, from)) {
    return bounce(delivery ? decodePart(delivery) : '', failed, wordsOf(parts), returned)
  }
  // Read receipts and the like: reports, but not about delivery.
  if (message.type === 'multipart/report' && !isReport) {
    return { kind: 'other', class: null, recipients: [], status: null, reason: '', returned }
  }
  return null
}

/** Ordinary mail can contain the words of a bounce, so where it comes from counts. */
function isFromMailSystem(message: MimePart, from: string): boolean {
  const automatic = headerOf(message, 'auto-submitted').toLowerCase()
  return (
    DAEMON.test(from.split('@')[0]!) ||
    headerOf(message, 'return-path').replace(/\s/g, '') === '<>' ||
    (automatic !== '' && !automatic.startsWith('no'))
  )
}

/** RFC 3464: a block about the message, then one for each recipient. */
function bounce(fields: string, failed: string[], words: string, returned: Report['returned']): Report {
  const blocks = fields.trim() === '' ? [] : fields.trim().split(/(?:\r?\n[ \t]*){2,}/)
  const recipients = blocks
    .slice(0, MAX_RECIPIENTS)
    .map(parseFields)
    .filter((block) => block.has('final-recipient') || block.has('original-recipient'))
  const actionOf = (block: Map<string, string[]>) => (block.get('action')?.[0] ?? 'failed').toLowerCase()
  const lost = recipients.filter((block) => actionOf(block).startsWith('failed'))
  const first = lost[0]
  const about = (first ? lost : recipients).flatMap((block) => [
    block.get('original-recipient')?.[0] ?? '',
    block.get('final-recipient')?.[0] ?? '',
  ])
  const diagnostic = first?.get('diagnostic-code')?.[0]?.replace(/^\s*[\w-]+\s*;\s*/, '') ?? ''
  const reason = (diagnostic || words).replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS)
  const stated = statusIn(first?.get('status')?.[0] ?? '')
  // "5.0.0" says nothing; the server's own words often do.
  const status =
    stated && !/^[45]\.0\.0$/.test(stated) ? stated : (statusIn(diagnostic) ?? statusIn(words) ?? stated)
  const named = [...new Set([...addresses(about), ...failed])].slice(0, MAX_RECIPIENTS)
  // Delayed, relayed, delivered: news about a mail that has not failed.
  if (recipients.length > 0 && lost.length === 0) {
    const word = recipients[0]!.get('status')?.[0] ?? ''
    return { kind: 'other', class: null, recipients: named, status: statusIn(word), reason, returned }
  }
  return {
    kind: 'bounce',
    class: classifyFailure(status, reason),
    recipients: named,
    status,
    reason,
    returned,
  }
}

/** RFC 5965. "Not spam" is the opposite of a complaint. */
function complaint(text: string, returned: Report['returned']): Report {
  const fields = parseFields(text)
  const type = fields.get('feedback-type')?.[0]?.toLowerCase() ?? 'abuse'
  const kind = type === 'not-spam' || type === 'auth-failure' ? 'other' : 'complaint'
  const recipients = addresses([...(fields.get('original-rcpt-to') ?? []), ...(returned.get('to') ?? [])])
  return { kind, class: null, recipients, status: null, reason: type, returned }
}

/** The headers of the returned mail: a whole message, its headers alone, or nothing. */
function returnedHeaders(parts: MimePart[]): Map<string, string[]> {
  const part = parts.find(({ type }) =>
    /^(message\/(global|rfc822)(-headers)?|text\/rfc822-headers)$/.test(type),
  )
  if (!part) return new Map()
  return parseFields(decodePart(part).split(/\r?\n\r?\n/, 1)[0]!)
}

/** The first text part, for reports without fields. */
const wordsOf = (parts: MimePart[]) => {
  const text = parts.find(({ type, parts: inner }) => type === 'text/plain' && inner.length === 0)
  return text ? decodePart(text).slice(0, 4_000) : ''
}

/** Bare addresses out of "rfc822; <a@b>" and the like. Bounded: on a long word without an @ the search is slow. */
function addresses(texts: string[]): string[] {
  const found = texts
    .slice(0, MAX_RECIPIENTS)
    .map((text) => /[^\s<>;,"]{1,64}@[^\s<>;,"]{1,253}/.exec(text.slice(0, 500))?.[0].toLowerCase())
  return [...new Set(found.filter((address) => address !== undefined))]
}
