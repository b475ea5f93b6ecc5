import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import {
  decisions,
  emailLogs,
  emailSends,
  inboundMessages,
  mailAccounts,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { explainStored } from '~/engine/explain-stored'
import type { Json } from '~/engine/types'
import { notFound } from '~/errors'
import { stepNames, wordsOf } from '~/models/sequences/members.server'
import { formatMoment } from '~/models/shared/format-time'
import { isOwned } from '~/models/shared/mailbox-owner.server'
import { unsubscribeUrlOf } from './mail-content.server'

/** Events shown of one mail: more are of no use on one page. */
const MOST_EVENTS = 100

/** One thing that happened to a mail. */
export interface EmailEvent {
  at: string
  what: string
  /** More on it: who opened, the words of a reply or of a server. */
  more: string | null
}

/**
 * A mail of the sending log with all that is known of it: what was written, its headers as they were set, why it went,
 * and what happened then. Times are in the reader's zone. @throws AppError NOT_FOUND
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
    detail: log.detail,
    bounced: time(log.bouncedAt),
    failed: time(log.failedAt),
    /** Without its pixel: looking at it here is no open. */
    html: send ? withoutPixel(send.htmlBody, send.trackingToken) : null,
    text: send?.plainTextBody ?? '',
    headers: send ? headersOf(send, log.recipientName, appUrl) : [],
    reasons: send?.sequenceContactId ? await reasonsOf(db, send, timezone) : [],
    events: await eventsOf(db, log, send, timezone),
  }
}

type Send = typeof emailSends.$inferSelect
type Log = typeof emailLogs.$inferSelect

const withoutPixel = (html: string, token: string) =>
  html.replaceAll(/<img\b[^<>]*>/gi, (image) => (image.includes(token) ? '' : image))

/** The headers that we set; the servers on the way add theirs. */
function headersOf(send: Send, recipientName: string, appUrl: string): [string, string][] {
  const address = (name: string, email: string) => (name ? `${name} <${email}>` : email)
  // Test emails did not always have a link of their own.
  const linked = !send.isTest || (send.htmlBody ?? '').includes(send.unsubscribeToken)
  const headers: [string, string | null][] = [
    ['From', send.senderEmail],
    ['To', address(recipientName, send.recipientEmail)],
    ['Subject', send.subject],
    ['Date', (send.sentAt ?? send.startedAt)?.toUTCString() ?? null],
    ['Message-ID', send.messageId],
    ['List-Unsubscribe', linked ? `<${unsubscribeUrlOf(appUrl, send.unsubscribeToken)}>` : null],
    ['List-Unsubscribe-Post', linked ? 'List-Unsubscribe=One-Click' : null],
    ['X-Coldframe-Send-Id', send.id],
  ]
  return headers.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** Why it went at that moment, the newest first: the decisions about its step and its person. */
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
  const words = wordsOf(names, timezone)
  return rows.flatMap((row) => {
    const inputs = row.inputs as { [key: string]: Json }
    const text = explainStored({ type: row.type, rule: row.rule, inputs }, words)
    return text ? [{ id: row.id, at: formatMoment(row.at, timezone), text }] : []
  })
}

const CLASSES = { human: 'By a person', machine: 'By a machine, not counted', unknown: 'By somebody unknown' }
const HIT_REASONS: Record<string, string> = {
  own_preview: 'seen in this program',
  head_request: 'only looked up',
  too_soon: 'within seconds of delivery',
  no_user_agent: 'by a program without a name',
  image_proxy: 'through a mail provider that fetches images when a mail is opened',
  apple_prefetch: 'Apple fetches images whether a mail is opened or not',
  scanner: 'a security scanner',
  mail_client: 'in a mail program',
  unknown_client: 'in a program that we do not know',
}

/** What happened to it, in time order. */
async function eventsOf(db: Db, log: Log, send: Send | null, timezone: string): Promise<EmailEvent[]> {
  const found: { at: Date | null; what: string; more?: string | null }[] = [
    { at: send?.plannedAt ?? null, what: 'Scheduled' },
    { at: send?.startedAt ?? null, what: 'Handed to its mailbox' },
    { at: log.sentAt, what: 'Accepted by the mail server' },
    { at: log.failedAt, what: 'Failed', more: log.detail },
  ]
  if (send) {
    const [hits, answers] = await Promise.all([
      db
        .select()
        .from(trackingEvents)
        .where(eq(trackingEvents.emailSendId, send.id))
        .orderBy(asc(trackingEvents.id))
        .limit(MOST_EVENTS),
      db
        .select()
        .from(inboundMessages)
        .where(and(eq(inboundMessages.emailSendId, send.id), eq(inboundMessages.userId, log.userId)))
        .orderBy(asc(inboundMessages.receivedAt))
        .limit(MOST_EVENTS),
    ])
    for (const hit of hits) {
      if (hit.type === 'open') {
        const why = [hit.hitClass && CLASSES[hit.hitClass], hit.hitReason && HIT_REASONS[hit.hitReason]]
          .filter(Boolean)
          .join(': ')
        found.push({ at: hit.createdAt, what: 'Opened', more: why || null })
      } else if (hit.type === 'unsubscribe') found.push({ at: hit.createdAt, what: 'Unsubscribed' })
    }
    for (const answer of answers) found.push({ at: answer.receivedAt, ...ofAnswer(answer) })
  }
  return found
    .filter((event) => event.at)
    .sort((a, b) => a.at!.getTime() - b.at!.getTime())
    .map(({ at, what, more }) => ({ at: formatMoment(at!, timezone), what, more: more ?? null }))
}

function ofAnswer(message: typeof inboundMessages.$inferSelect): { what: string; more: string | null } {
  const more = message.text.trim().slice(0, 2000) || null
  switch (message.kind) {
    case 'reply':
      return { what: 'Reply', more }
    case 'auto_reply':
      return { what: 'Automatic answer', more }
    case 'complaint':
      return { what: 'Reported as spam', more: null }
    case 'bounce':
      return {
        what: message.hard ? 'Bounced: the address takes no mail' : 'Bounced',
        more: message.reason ?? message.status,
      }
    default:
      return { what: 'Message', more }
  }
}
