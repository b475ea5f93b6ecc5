import {
  allParts,
  decodeFields,
  headerOf,
  type MimePart,
  parameter,
  parseFields,
} from '~/providers/mail/message/mime-parts'
import type { Readable } from '~/providers/mail/message/readable'
import type { DeliveryReport } from './delivery-report'
import { addressIn, readDeliveryFields, unique } from './delivery-report'
import { isFromMailSystem } from './mail-system'
import { readTextBounce } from './text-bounce'

/** The report in a message; null if it is none, or claims to be one but does not come from a mail system. */
export function readReport(message: MimePart, readable: Readable): DeliveryReport | null {
  const parts = allParts(message)
  const returned = returnedHeaders(parts)
  return (
    readComplaint(message, readable, parts, returned) ??
    readDeliveryReport(message, readable, parts, returned) ??
    (isReceipt(message, readable, parts) ? { ...NO_NEWS, returned } : null)
  )
}

const NO_NEWS: Omit<DeliveryReport, 'returned'> = {
  kind: 'other',
  class: null,
  recipients: [],
  status: null,
  reason: '',
}
const DELIVERY_STATUS = /^(message\/(global-)?delivery-status|text\/delivery-status)$/

function readDeliveryReport(
  message: MimePart,
  readable: Readable,
  parts: MimePart[],
  returned: DeliveryReport['returned'],
): DeliveryReport | null {
  if (!isFromMailSystem(message, readable)) return null
  const failed = headerOf(message, 'x-failed-recipients').split(',', 20).map(addressIn)
  const delivery = parts.find((part) => DELIVERY_STATUS.test(part.type))
  const around = { failed, words: readable.text.slice(0, 4_000), returned }
  const report = delivery && readDeliveryFields(decodeFields(delivery), around)
  if (report) return report
  const told = readTextBounce(message, readable, returned)
  const named = unique(failed)
  return told && named.length > 0 ? { ...told, recipients: named } : told
}

/** RFC 5965, and the copies that Microsoft's JMRP sends without its fields. "Not spam" is the opposite. */
function readComplaint(
  message: MimePart,
  readable: Readable,
  parts: MimePart[],
  returned: DeliveryReport['returned'],
): DeliveryReport | null {
  const feedback = parts.find((part) => part.type === 'message/feedback-report')
  const isFeedback = message.type === 'multipart/report' && reportKind(message) !== 'delivery-status'
  const marked = (returned.get('x-hmxmroriginalrecipient') ?? []).map(addressIn)
  if (!isFeedback || !feedback) {
    if (marked.length === 0 || !/^complaint about/i.test(readable.subject)) return null
    return {
      kind: 'complaint',
      class: null,
      recipients: unique(marked),
      status: null,
      reason: 'abuse',
      returned,
    }
  }
  const fields = parseFields(decodeFields(feedback))
  const type = fields.get('feedback-type')?.[0]?.toLowerCase() || 'abuse'
  const kind = /^(not-spam|auth-failure|dmarc)/.test(type) ? 'other' : 'complaint'
  const stated = ['original-rcpt-to', 'removal-recipient'].flatMap((name) => fields.get(name) ?? [])
  const known = [stated.map(addressIn), marked, (returned.get('to') ?? []).map(addressIn)]
    .map((found) =>
      unique(found).filter(
        (address) => !/^(redacted|undisclosed|hidden)[^@]{0,20}@|@(redacted|undisclosed)/.test(address),
      ),
    )
    .find((found) => found.length > 0)
  return { kind, class: null, recipients: known ?? [], status: null, reason: type, returned }
}

const RECEIPT_SUBJECT =
  /^(not )?(read|gelesen|ungelesen gelöscht|(non )?lue?|leído|letto|lida|gelezen|przeczytan[oey]|прочитано|прочтено|läst|lest|læst|開封済み|已读|읽음)\s?[:：]/iu
const RECEIPT_TEXT =
  /(was|has been) (read|opened|displayed|deleted)|wurde[^\n]{0,80} (gelesen|geöffnet|gelöscht)|a été (lu|ouvert|affiché|supprimé)|(fue|ha sido) (leído|abierto)|è stato (letto|aperto)|foi (lida|aberta)|is (gelezen|geopend)|прочитан|przeczytan|開封|已(阅|讀|读)|읽었/iu

/** A receipt (RFC 8098), or another report that is not about delivery. */
function isReceipt(message: MimePart, readable: Readable, parts: MimePart[]): boolean {
  if (parts.some((part) => part.type === 'message/disposition-notification')) return true
  if (message.type === 'multipart/report' && reportKind(message) !== 'delivery-status') return true
  return RECEIPT_SUBJECT.test(readable.subject) && RECEIPT_TEXT.test(readable.text.slice(0, 1_500))
}

const reportKind = (message: MimePart): string | undefined =>
  parameter(headerOf(message, 'content-type'), 'report-type')?.toLowerCase()

/** The headers of the returned message, which may be whole, headers only, or missing. */
function returnedHeaders(parts: MimePart[]): Map<string, string[]> {
  const part = parts.find(({ type }) =>
    /^(message\/(global|rfc822)(-headers)?|text\/rfc822(-headers)?)$/.test(type),
  )
  if (!part) return new Map()
  return parseFields(
    decodeFields(part)
      .replace(/^[\r\n]+/, '')
      .split(/\r?\n\r?\n/, 1)[0]!,
  )
}
