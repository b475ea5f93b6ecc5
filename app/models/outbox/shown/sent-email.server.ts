import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import {
  conversations,
  decisions,
  emailLogs,
  emailSends,
  inboundMessages,
  mailAccounts,
  sequenceContacts,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { explainStored } from '~/engine/explain-stored'
import type { Json } from '~/engine/types'
import { notFound } from '~/errors'
import { stepNames, termsOf } from '~/models/sequences/members/members.server'
import { formatMoment } from '~/models/shared/format-time'
import { readTexts } from '~/models/shared/mail/stored-text.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { historyRemoved, textRemoved } from '~/models/shared/removed'
import { SEND_ID_HEADER } from '~/providers/mail/message/send-id'
import { unsubscribeUrlOf } from '../mail-content.server'

/** The maximum number of events shown for one email. */
const MAX_EVENTS = 100

/** One event in the history of an email. */
export interface EmailEvent {
  at: string
  what: string
  /** Details: the kind of open, the text of a reply, or the server's response. */
  more: string | null
}

/**
 * An email of the sending log in full: its content and headers, the decisions that led to it, and its events. Times are in the
 * user's time zone. @throws AppError NOT_FOUND
 */
export async function getSentEmail(db: Db, userId: string, logId: string, timezone: string, appUrl: string) {
  const [row] = await db
    .select({ log: emailLogs, send: emailSends, mailbox: mailAccounts.email })
    .from(emailLogs)
    .leftJoin(emailSends, eq(emailSends.id, emailLogs.emailSendId))
    .leftJoin(mailAccounts, and(eq(mailAccounts.id, emailSends.senderAccountId), isOwned))
    .where(and(eq(emailLogs.id, logId), eq(emailLogs.userId, userId)))
  if (!row) notFound('Email not found')
  const { log, send, mailbox } = row
  const body = (send && (await readTexts(db, [send.id])).get(send.id)) ?? { html: '', text: '' }
  const conversationId = send && (await conversationOf(db, send))
  const time = (at: Date | null | undefined) => (at ? formatMoment(at, timezone) : null)
  return {
    id: log.id,
    to: { name: log.recipientName, email: log.recipientEmail, contactId: log.contactId },
    from: log.senderEmail,
    mailbox,
    subject: log.subject,
    sequence: log.sequenceId ? { id: log.sequenceId, name: log.sequenceName ?? '' } : null,
    sequenceName: log.sequenceName,
    stepName: log.stepName,
    enrollmentId: log.sequenceContactId,
    status: log.status,
    isTest: log.isTestEmail,
    isManual: send?.isManual ?? false,
    conversationId,
    detail: log.detail,
    bounced: time(log.bouncedAt),
    failed: time(log.failedAt),
    /** Without its pixel, so that viewing it here does not count as an open. */
    html: send ? withoutPixel(body.html, send.trackingToken) : null,
    text: body.text,
    /** Said in place of the content, if that was removed for its age. */
    removed: send?.textRemovedAt ? textRemoved(send.sentAt ?? send.createdAt, send.textRemovedAt) : null,
    headers: send ? headersOf(send, body.html, log.recipientName, appUrl) : [],
    reasons: send?.sequenceContactId ? await reasonsOf(db, send, timezone) : [],
    reasonsRemoved: send?.sequenceContactId ? await reasonsRemoved(db, send.sequenceContactId) : null,
    events: await eventsOf(db, log, send, timezone),
  }
}

/** The conversation that a send belongs to, if there is one. */
async function conversationOf(db: Db, { conversationId, sequenceContactId }: Send): Promise<string | null> {
  if (conversationId || !sequenceContactId) return conversationId
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.sequenceContactId, sequenceContactId))
  return row?.id ?? null
}

type Send = typeof emailSends.$inferSelect
type Log = typeof emailLogs.$inferSelect

/** The HTML of an email without its open pixel, so that viewing it here does not count as an open. */
export const withoutPixel = (html: string, token: string): string =>
  html.replaceAll(/<img\b[^<>]*>/gi, (image) => (image.includes(token) ? '' : image))

/** The headers that we set. Relaying servers add their own. */
function headersOf(send: Send, html: string, recipientName: string, appUrl: string): [string, string][] {
  const address = (name: string, email: string) => (name ? `${name} <${email}>` : email)
  // Older test emails have no unsubscribe link.
  const linked =
    !send.isManual && (!send.isTest || send.textRemovedAt !== null || html.includes(send.unsubscribeToken))
  const headers: [string, string | null][] = [
    ['From', send.senderEmail],
    ['To', address(recipientName, send.recipientEmail)],
    ['Subject', send.subject],
    ['Date', (send.sentAt ?? send.startedAt)?.toUTCString() ?? null],
    ['Message-ID', send.messageId],
    ['List-Unsubscribe', linked ? `<${unsubscribeUrlOf(appUrl, send.unsubscribeToken)}>` : null],
    ['List-Unsubscribe-Post', linked ? 'List-Unsubscribe=One-Click' : null],
    [SEND_ID_HEADER, send.id],
  ]
  return headers.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** Explains why it was sent at that time: the decisions about its step and its enrollment, newest first. */
async function reasonsOf(db: Db, send: Send, timezone: string) {
  const rows = await db
    .select()
    .from(decisions)
    .where(
      and(
        eq(decisions.sequenceContactId, send.sequenceContactId!),
        or(
          sql`${decisions.inputs} ->> 'stepId' = ${send.stepId}`,
          sql`${decisions.inputs} ->> 'sendId' = ${send.id}`,
          sql`${decisions.inputs} #>> '{action}' = 'send'`,
        ),
      ),
    )
    .orderBy(desc(decisions.id))
    .limit(20)
  const names = send.sequenceId ? await stepNames(db, send.sequenceId) : new Map<string, string>()
  const terms = termsOf(names, timezone)
  return rows.flatMap((row) => {
    const inputs = row.inputs as { [key: string]: Json }
    const text = explainStored({ type: row.type, rule: row.rule, inputs }, terms)
    return text ? [{ id: row.id, at: formatMoment(row.at, timezone), text }] : []
  })
}

/** Says that the decisions were removed for their age; null if they are there. */
async function reasonsRemoved(db: Db, enrollmentId: string): Promise<string | null> {
  const { completedAt, enrolledAt, historyRemovedAt } = sequenceContacts
  const [row] = await db
    .select({ completedAt, enrolledAt, historyRemovedAt })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.id, enrollmentId))
  return row ? historyRemoved(row) : null
}

const CLASSES = {
  human: 'By a person',
  machine: 'By a machine, not counted',
  unknown: 'By an unknown client',
}
const HIT_REASONS: Record<string, string> = {
  own_preview: 'previewed in Coldframe',
  head_request: 'HEAD request',
  too_soon: 'within seconds of delivery',
  no_user_agent: 'client sent no user agent',
  image_proxy: 'through an image proxy that loads images when an email is opened',
  apple_prefetch: 'Apple loads images whether or not the email is opened',
  scanner: 'security scanner',
  mail_client: 'in an email client',
  unknown_client: 'client not recognized',
}

/** The events of an email, oldest first. */
async function eventsOf(db: Db, log: Log, send: Send | null, timezone: string): Promise<EmailEvent[]> {
  const found: { at: Date | null; what: string; more?: string | null }[] = [
    { at: send?.plannedAt ?? null, what: 'Scheduled' },
    { at: send?.startedAt ?? null, what: 'Sending started' },
    { at: log.sentAt, what: 'Accepted by the mail server' },
    { at: log.failedAt, what: 'Failed', more: log.detail },
  ]
  if (send) {
    const [hits, messages] = await Promise.all([
      db
        .select()
        .from(trackingEvents)
        .where(eq(trackingEvents.emailSendId, send.id))
        .orderBy(asc(trackingEvents.id))
        .limit(MAX_EVENTS),
      db
        .select()
        .from(inboundMessages)
        .where(and(eq(inboundMessages.emailSendId, send.id), eq(inboundMessages.userId, log.userId)))
        .orderBy(asc(inboundMessages.receivedAt))
        .limit(MAX_EVENTS),
    ])
    // The log knows the first open for ever, the single ones are removed.
    if (log.openedAt && !hits.some(({ type }) => type === 'open'))
      found.push({ at: log.openedAt, what: 'Opened', more: 'The details are no longer kept.' })
    for (const hit of hits) {
      if (hit.type === 'open') {
        const why = [hit.hitClass && CLASSES[hit.hitClass], hit.hitReason && HIT_REASONS[hit.hitReason]]
          .filter(Boolean)
          .join(': ')
        found.push({ at: hit.createdAt, what: 'Opened', more: why || null })
      } else if (hit.type === 'unsubscribe') found.push({ at: hit.createdAt, what: 'Unsubscribed' })
    }
    for (const message of messages) found.push({ at: message.receivedAt, ...describeMessage(message) })
  }
  return found
    .filter((event) => event.at)
    .sort((a, b) => a.at!.getTime() - b.at!.getTime())
    .map(({ at, what, more }) => ({ at: formatMoment(at!, timezone), what, more: more ?? null }))
}

function describeMessage(message: typeof inboundMessages.$inferSelect): {
  what: string
  more: string | null
} {
  const { receivedAt, textRemovedAt } = message
  const more = textRemovedAt
    ? textRemoved(receivedAt, textRemovedAt)
    : message.text.trim().slice(0, 2000) || null
  switch (message.kind) {
    case 'reply':
      return { what: 'Reply', more }
    case 'auto_reply':
      return { what: 'Automatic reply', more }
    case 'calendar':
      return { what: 'Invitation, or the answer to one', more }
    case 'reaction':
      return { what: 'Reaction', more }
    case 'complaint':
      return { what: 'Reported as spam', more: null }
    case 'bounce':
      return {
        what: message.hard ? 'Bounced: the address does not accept email' : 'Bounced',
        more: message.reason ?? message.status,
      }
    case 'unproven':
      return { what: 'A message that may be forged', more: message.reason || more }
    default:
      return { what: 'Message', more }
  }
}
