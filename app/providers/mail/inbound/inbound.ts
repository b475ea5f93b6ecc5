import { headerOf, splitParts } from '~/providers/mail/message/mime-parts'
import { readMessage } from '~/providers/mail/message/readable'
import { isAutomatic } from './auto-reply'
import type { BounceClass } from './delivery-status'
import { asksToStop } from './opt-out'
import { readOwnWords } from './own-words'
import { readReport } from './report'
import { readReturnDay } from './return-day'

/** What one inbound message is, as far as it says so itself; whether it is about a mail of ours is asked elsewhere. */
export interface Inbound {
  /**
   * - `bounce`: a mail finally failed. `complaint`: it was reported as spam.
   * - `auto_reply`: no person wrote it. `reply`: a person did.
   * - `other`: anything else, e.g. a report of a delay or a read receipt.
   */
  kind: 'bounce' | 'complaint' | 'auto_reply' | 'reply' | 'other'
  /** A bounce about the address itself; null when it does not say, and for everything else. */
  hard: boolean | null
  class: BounceClass | null
  /** Whom a report is about, lower case. */
  recipients: string[]
  /** Enhanced status of a report, e.g. `5.1.1`. */
  status: string | null
  /** The words of the refusing server. */
  reason: string
  /** Message ids that this one answers or returns, with brackets, the nearest last. */
  originalMessageIds: string[]
  /** Our own send id, when the returned mail carries it. */
  sendId: string | null
  /** Lower case; empty when there is none. */
  from: string
  subject: string
  /** The writer's own words, quotes stripped. */
  text: string
  /** The own words ask for no more email. */
  stop: boolean
  /** The day an absent person is back, `YYYY-MM-DD`. */
  returnsOn?: string
}

/** Enough for headers, text and reports; attachments behind it are not looked at. */
export const MAX_INBOUND_BYTES = 1024 * 1024
const MAX_IDS = 50

/**
 * Tells what an inbound message is (RFC 3464, 5965, 3834), reports first. Never throws: what cannot be read is
 * `other`. `receivedAt` completes a date of return that names no year; by default the message's own date.
 */
export async function classifyInbound(raw: Buffer, receivedAt?: Date): Promise<Inbound> {
  try {
    return withoutNuls(await classify(raw.subarray(0, MAX_INBOUND_BYTES), receivedAt))
  } catch {
    return { ...NOTHING }
  }
}

const NOTHING: Inbound = {
  kind: 'other',
  hard: null,
  class: null,
  recipients: [],
  status: null,
  reason: '',
  originalMessageIds: [],
  sendId: null,
  from: '',
  subject: '',
  text: '',
  stop: false,
}

async function classify(raw: Buffer, receivedAt?: Date): Promise<Inbound> {
  const message = splitParts(raw.toString('latin1'))
  const readable = await readMessage(message)
  const { from, subject } = readable
  const answered = [headerOf(message, 'references'), headerOf(message, 'in-reply-to')].flatMap(idsIn)
  const base = { ...NOTHING, from, subject, originalMessageIds: unique(answered) }

  const report = readReport(message, readable)
  if (report) {
    const returned = (name: string) => report.returned.get(name)?.[0] ?? ''
    const ids = [returned('x-google-original-message-id'), returned('message-id')].flatMap(idsIn)
    return {
      ...base,
      kind: report.kind,
      class: report.class,
      hard: report.class && report.class === 'hard',
      recipients: report.recipients,
      status: report.status,
      reason: report.reason,
      originalMessageIds: unique([...answered, ...ids]),
      sendId: returned('x-coldframe-send-id') || null,
      text: readable.text,
    }
  }
  const { own, quotes } = readOwnWords(readable.text)
  if (isAutomatic(message, { from, subject, own, quotes: quotes || readable.quotes })) {
    const date = receivedAt ?? readable.date
    const returnsOn = date && readReturnDay(own, date)
    return { ...base, kind: 'auto_reply', text: own, ...(returnsOn && { returnsOn }) }
  }
  if (!from) return base
  return { ...base, kind: 'reply', text: own, stop: asksToStop(own) }
}

/** PostgreSQL stores no NUL: one in a subject would stop the mailbox that it came to. */
function withoutNuls(found: Inbound): Inbound {
  const clean = (text: string) => text.replaceAll('\0', '')
  const { recipients, reason, originalMessageIds, sendId, from, subject, text } = found
  return {
    ...found,
    recipients: recipients.map(clean),
    reason: clean(reason),
    originalMessageIds: originalMessageIds.map(clean),
    sendId: sendId && clean(sendId),
    from: clean(from),
    subject: clean(subject),
    text: clean(text),
  }
}

const idsIn = (header: string): string[] => header.match(/<[^<>\s]{1,400}>/g) ?? []

/** Each once, at its last place; of too many the last. */
const unique = (ids: string[]): string[] => [...new Set(ids.toReversed())].slice(0, MAX_IDS).toReversed()
