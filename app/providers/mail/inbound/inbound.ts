import { type Content, readContent } from '~/providers/mail/message/content'
import { headerOf, type MimePart, splitParts } from '~/providers/mail/message/mime-parts'
import { type Readable, readMessage } from '~/providers/mail/message/readable'
import { sendIdOf } from '~/providers/mail/message/send-id'
import { hasUnreadable, unwrap } from '~/providers/mail/message/unwrap'
import { failsDmarc } from './authentication'
import { hasAutomaticHeaders, hasAutomaticMarks, hasMailProgram, isAutomatic } from './auto-reply'
import { leftFor, soundsAutomatic } from './automatic-phrases'
import { type BounceClass, isExplained } from './delivery-status'
import { aboveLinks, type Gesture, reactionWritten, readGesture } from './gestures'
import { hasAutomaticSender } from './mail-system'
import { isUnsubscribeMail, type OptOut, readOptOut, unsubscribeTokenIn } from './opt-out'
import { readOwnWords, withoutNotices } from './own-words'
import { readReport } from './report'
import { readReturnDay } from './return-day'
import { hasReplyPrefix } from './subject'

/** What an inbound message is, judged by its own content; whether it concerns a send of ours is decided elsewhere. */
export interface Inbound extends Content {
  /**
   * - `bounce`: a message finally failed. `complaint`: it was reported as spam.
   * - `auto_reply`: an automatic response. `reply`: a person's reply.
   * - `own`: written by the mailbox's owner. `other`: anything else, e.g. a report of a delay or a read receipt.
   */
  kind: 'bounce' | 'complaint' | 'auto_reply' | 'reply' | 'own' | 'other'
  /** Its own Message-ID with brackets; null if it has none. */
  messageId: string | null
  /** The class of a bounce; null if unknown, and for every other kind. */
  hard: boolean | null
  class: BounceClass | null
  /** Set for a bounce if no code and no words say what happened. */
  isUnexplained?: true
  /** The recipients that a report is about, lower case. */
  recipients: string[]
  /** Enhanced status of a report, e.g. `5.1.1`. */
  status: string | null
  /** The refusing server's message. */
  reason: string
  /** The message ids that this one replies to or returns, with brackets, the nearest last. */
  originalMessageIds: string[]
  /** Our own send id, if the returned message carries it. */
  sendId: string | null
  /** Lower case; empty if there is none. */
  from: string
  /** The sender's display name. */
  fromName: string
  subject: string
  /** The sender's own text, without quotes. */
  text: string
  /** Set if the receiving server says that its sender's domain disowns it. */
  failsDmarc?: true
  /** Whether the own text asks for no more email. */
  stop: boolean
  /**
   * Set if the message does nothing but unsubscribe, as programs do for a List-Unsubscribe header: with the token of the email, or null. Such
   * a message proves nothing by the thread that it is in.
   */
  unsubscribe?: { token: string | null }
  /** Set if it probably asks for that, but not certainly. */
  mayStop?: true
  /**
   * Set for a reply that reads as automatic without proof. Other evidence may decide: an answer within two minutes of our email, or the
   * same text from the same domain before. `returnsOn` and `successor` are read as well.
   */
  mayBeAutomatic?: true
  /**
   * Set if its headers prove what it is, whatever its text says: that a program answered automatically, or that a person wrote it in a
   * mail program.
   */
  provenBy?: 'automatic' | 'person'
  /** Set if nothing of its content can be read: it is encrypted, or in a format of its own. */
  isUnreadable?: true
  /** An answer to an invitation, or an invitation. */
  calendar?: Gesture['calendar']
  /** The emoji with which the sender reacted to our email. */
  reaction?: string
  /** The sender has left, or the mailbox is closed. */
  hasLeft?: true
  /** Whom to write to instead of the sender who has left, lower case. */
  successor?: string
  /** The day on which an absent recipient returns, `YYYY-MM-DD`. */
  returnsOn?: string
}

/** Enough for headers, text and reports; attachments after it are ignored. */
export const MAX_INBOUND_BYTES = 1024 * 1024
const MAX_IDS = 50
const MAX_NAME = 200

/**
 * Classifies an inbound message (RFC 3464, 5965, 3834), reports first. Never throws: an unreadable message is `other`. `receivedAt`
 * completes a return date without a year; the default is the message's own date. A message that the mailbox's owner `sent` is `own`.
 */
export async function classifyInbound(raw: Buffer, receivedAt?: Date, sent = false): Promise<Inbound> {
  try {
    return storable(await classify(raw.subarray(0, MAX_INBOUND_BYTES), receivedAt, sent))
  } catch {
    return { ...UNREADABLE }
  }
}

/** What is known of an unreadable message. */
export const UNREADABLE: Inbound = {
  kind: 'other',
  messageId: null,
  hard: null,
  class: null,
  recipients: [],
  status: null,
  reason: '',
  originalMessageIds: [],
  sendId: null,
  from: '',
  fromName: '',
  to: [],
  cc: [],
  replyTo: [],
  subject: '',
  text: '',
  body: '',
  html: '',
  stop: false,
}

async function classify(raw: Buffer, receivedAt: Date | undefined, sent: boolean): Promise<Inbound> {
  const message = unwrap(splitParts(raw.toString('latin1')))
  const readable = await readMessage(message)
  const { from, fromName, subject } = readable
  const repliedTo = [headerOf(message, 'references'), headerOf(message, 'in-reply-to')].flatMap(idsIn)
  const base = {
    ...UNREADABLE,
    // Without its content, a message must still be told apart.
    ...(await readContent(message).catch(() => null)),
    messageId: idsIn(headerOf(message, 'message-id'))[0] ?? null,
    from,
    fromName: fromName.slice(0, MAX_NAME),
    subject,
    originalMessageIds: unique(repliedTo),
    ...(failsDmarc(message) && { failsDmarc: true as const }),
  }
  if (sent) return { ...base, kind: 'own', text: readOwnWords(readable.text).own }

  const report = readReport(message, readable)
  if (report) {
    const returned = (name: string) => report.returned.get(name)?.[0] ?? ''
    const ids = [returned('x-google-original-message-id'), returned('message-id')].flatMap(idsIn)
    return {
      ...base,
      kind: report.kind,
      class: report.class,
      hard: report.class && report.class === 'hard',
      ...(report.kind === 'bounce' &&
        !isExplained(report.status, report.reason) && { isUnexplained: true as const }),
      recipients: report.recipients,
      status: report.status,
      reason: report.reason,
      originalMessageIds: unique([...repliedTo, ...ids]),
      sendId: sendIdOf(returned) || null,
      text: readable.text,
    }
  }
  return { ...base, ...judgeWritten(message, readable, receivedAt) }
}

/** Sent by a button, unlike an invitation and a counter-proposal. */
const ANSWERS = new Set<Gesture['calendar']>(['accepted', 'declined', 'tentative', 'cancelled'])

/** What a message is that reports nothing: written by a person, or by a program for one. */
function judgeWritten(message: MimePart, readable: Readable, receivedAt: Date | undefined): Partial<Inbound> {
  const { from, fromName, subject } = readable
  const { own, quotes } = readOwnWords(readable.text)
  const hasQuotes = quotes || readable.quotes
  const isReply = hasQuotes || hasReplyPrefix(subject) || headerOf(message, 'in-reply-to') !== ''
  const gesture = readGesture(message, own, isReply)
  const words = gesture.calendar ? aboveLinks(own) : own
  const read = {
    ...gesture,
    text: own,
    ...(own === '' && hasUnreadable(message) && { isUnreadable: true as const }),
  }
  if (gesture.reaction || (gesture.calendar && ANSWERS.has(gesture.calendar))) {
    // Its subject is that of our email or of the event, and the line of a reaction quotes us; only other text is the person's.
    const asked = from !== '' && !reactionWritten(own) && readOptOut('', words)
    if (!asked) return { ...read, kind: 'other' }
    return { ...read, kind: 'reply', ...stopOf(asked) }
  }
  const optOut = from !== '' && readOptOut(subject, words)
  const person: Partial<Inbound> = {
    ...read,
    kind: from ? 'reply' : 'other',
    ...stopOf(optOut),
  }
  const written = { ...person, ...(hasMailProgram(message) && { provenBy: 'person' as const }) }
  const token = unsubscribeTokenIn(subject)
  if (from && (token || isUnsubscribeMail(subject, own)))
    return { ...person, stop: true, unsubscribe: { token } }
  // Calendars send for people, and mark what they send as automatic.
  if (gesture.calendar) return written
  const date = receivedAt ?? readable.date
  const returnsOn = date && readReturnDay(own, date)
  const said = withoutNotices(own)
  const absence = { ...(returnsOn && { returnsOn }), ...leftFor(own, from) }
  const sounds =
    optOut === true ? null : soundsAutomatic(said, hasQuotes, { fromName, returns: returnsOn !== undefined })
  const proven =
    isAutomatic(message, { from, fromName, subject, own: said, quotes: hasQuotes }) ||
    sounds === 'certain' ||
    (sounds === 'likely' && hasAutomaticMarks(message))
  if (proven) {
    const byHeaders = hasAutomaticHeaders(message, subject) || hasAutomaticSender({ from })
    return { ...read, ...absence, kind: 'auto_reply', ...(byHeaders && { provenBy: 'automatic' as const }) }
  }
  return sounds ? { ...written, ...absence, mayBeAutomatic: true } : written
}

const stopOf = (optOut: OptOut): Pick<Inbound, 'stop' | 'mayStop'> => ({
  stop: optOut === true,
  ...(optOut === 'ask' && { mayStop: true as const }),
})

/** PostgreSQL can store neither NULs nor, in JSON, half characters: one in a subject would block the sync of its mailbox. */
function storable(found: Inbound): Inbound {
  const clean = (text: string) => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
  const {
    recipients,
    reason,
    originalMessageIds,
    sendId,
    messageId,
    from,
    fromName,
    to,
    cc,
    replyTo,
    subject,
  } = found
  const named = (list: Inbound['to']) =>
    list.map(({ name, address }) => ({ name: clean(name), address: clean(address) }))
  return {
    ...found,
    recipients: recipients.map(clean),
    reason: clean(reason),
    originalMessageIds: originalMessageIds.map(clean),
    sendId: sendId && clean(sendId),
    messageId: messageId && clean(messageId),
    from: clean(from),
    fromName: clean(fromName),
    to: named(to),
    cc: named(cc),
    replyTo: named(replyTo),
    subject: clean(subject),
    text: clean(found.text),
    body: clean(found.body),
    html: clean(found.html),
  }
}

const idsIn = (header: string): string[] => header.match(/<[^<>\s]{1,400}>/g) ?? []

/** Deduplicated, each at its last position; if there are too many, the last ones. */
const unique = (ids: string[]): string[] => [...new Set(ids.toReversed())].slice(0, MAX_IDS).toReversed()
