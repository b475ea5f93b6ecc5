import { and, eq, isNull } from 'drizzle-orm'
import {
  emailLogs,
  type emailSends,
  inboundMessages,
  type MessageSigns,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { stopEmails } from '~/models/contacts/stops.server'
import { calendarWords } from '~/models/inbox/gestures'
import { addToConversation, findConversation } from '~/models/inbox/store.server'
import { countBounce } from '~/models/mailboxes/health.server'
import { notifyCalendar, notifyOptOutAsked, notifyReply } from '~/models/notifications/notify-reply.server'
import { proveArrived } from '~/models/outbox/arrival.server'
import { reportManualBounce } from '~/models/outbox/manual.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { ERASED } from '~/models/suppressions/erased'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import type { Secrets } from '~/secrets.server'
import { ANSWER_HANDLERS, type AnswerResult } from './answers.server'
import { type ColleagueEffect, lockReplied } from './company.server'
import { judge, rememberText } from './kind.server'
import { findSend, type ReceivedMessage } from './match.server'
import { keepRelated } from './related.server'

type Send = typeof emailSends.$inferSelect

/**
 * Processes one message of a mailbox: finds the send that it refers to, applies its effects, and adds it to its conversation.
 * Idempotent: each message counts once. Unrelated messages are not stored, except those from a contact's domain; nor is what the
 * mailbox's owner wrote outside of the conversations. @returns whether it was processed now
 */
export async function processInbound(
  db: Db,
  userId: string,
  message: ReceivedMessage,
  now: Date,
  secrets: Secrets,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const send = await findSend(tx, userId, message)
    if (!send) {
      await keepRelated(tx, userId, message)
      return false
    }
    return (await recordMessage(tx, userId, message, send, now, secrets)) !== null
  })
}

/**
 * Records a message about a send, in a transaction that holds no locks: see `processInbound`.
 * @returns its id and its conversation's; null if it was recorded before, or is not to be stored
 */
export async function recordMessage(
  tx: Db,
  userId: string,
  message: ReceivedMessage,
  send: Send,
  now: Date,
  secrets: Secrets,
): Promise<{ id: string; conversationId: string | null } | null> {
  const { inbound } = message
  const received = { ...message, receivedAt: afterSend(message.receivedAt, send) }
  const { kind, kindBy } = await judge(tx, userId, send, received)
  if (kind === 'own' && !(await findConversation(tx, send))) return null
  // Lock order: enrollments first.
  const { contactId, sequenceContactId: enrollmentId } = send
  let company: ColleagueEffect | null = null
  if (kind === 'reply' && contactId) company = await lockReplied(tx, userId, { contactId, enrollmentId })
  else await lockEnrollments(tx, enrollmentId ? [enrollmentId] : [])
  const erased = send.recipientEmail === ERASED
  const [row] = await tx
    .insert(inboundMessages)
    .values({
      userId,
      mailAccountId: received.mailboxId,
      providerId: received.providerId,
      kind,
      kindBy,
      emailSendId: send.id,
      contactId: send.contactId,
      // For a contact that was erased or deleted, store only that a message arrived.
      ...(erased || !send.contactId ? {} : contentOf(received)),
      status: inbound.status,
      reason: erased ? '' : inbound.reason.slice(0, 2000),
      hard: inbound.hard,
      receivedAt: received.receivedAt,
    })
    .onConflictDoNothing()
    .returning({ id: inboundMessages.id })
  if (!row) return null
  // A response proves that the email arrived, even if it was uncertain or about to be resent.
  if (send.state !== 'sent') await proveArrived(tx, send, now)
  const event = { tx, userId, send, received, now, secrets }
  const answer = { ...event, messageId: row.id, at: received.receivedAt, read: inbound, company }
  let result: AnswerResult = {}
  if (kind === 'bounce') await handleBounce(event)
  else if (kind === 'complaint') await handleComplaint(event)
  else if (kind !== 'own' && kind !== 'other') result = await ANSWER_HANDLERS[kind](answer)
  await rememberText(tx, userId, kind, inbound, now)
  const conversationId = await addToConversation(tx, {
    id: row.id,
    userId,
    mailboxId: received.mailboxId,
    kind,
    kindBy,
    signs: signsOf(inbound),
    send,
    fromEmail: inbound.from,
    fromName: inbound.fromName,
    subject: inbound.subject,
    text: inbound.text,
    receivedAt: received.receivedAt,
    optedOut: result.optedOut === true,
  })
  if (send.contactId) {
    const about = { ...send, messageId: row.id, contactId: send.contactId, conversationId }
    if (result.asked) await notifyOptOutAsked(tx, userId, about)
    else if (kind === 'reply' && !result.optedOut) await notifyReply(tx, userId, about)
    else if (kind === 'calendar') await notifyCalendar(tx, userId, about, calendarWords(inbound.calendar))
  }
  return { id: row.id, conversationId }
}

/** A message arrives after the email that it refers to, even if its server counts in whole seconds or its clock is slow. */
function afterSend(receivedAt: Date, { sentAt, startedAt }: Send): Date {
  const earliest = ((sentAt ?? startedAt)?.getTime() ?? 0) + 1
  return receivedAt.getTime() < earliest ? new Date(earliest) : receivedAt
}

/** The content of a message as it is stored. */
function contentOf({ inbound, threadId, files = [] }: ReceivedMessage) {
  const { from, fromName, to, subject, text, body, html, messageId } = inbound
  return {
    messageId,
    providerThreadId: threadId ?? null,
    fromEmail: from.slice(0, 320),
    fromName,
    recipients: to,
    subject: subject.slice(0, 1000),
    text,
    body: body.trim() === text.trim() ? null : body,
    html: html || null,
    files,
    signs: signsOf(inbound),
  }
}

/** What the classifier read beside the kind and the texts. */
function signsOf({ calendar, reaction, isUnreadable, hasLeft, successor }: Inbound): MessageSigns {
  return {
    ...(calendar && { calendar }),
    ...(reaction && { reaction }),
    ...(isUnreadable && { isUnreadable }),
    ...(hasLeft && { hasLeft }),
    ...(successor && { successor: successor.slice(0, 320) }),
  }
}

interface InboundEvent {
  tx: Db
  userId: string
  send: Send
  received: ReceivedMessage
  now: Date
  secrets: Secrets
}

async function handleBounce({ tx, userId, send, received, now, secrets }: InboundEvent): Promise<void> {
  const { inbound, receivedAt } = received
  await tx
    .update(emailLogs)
    .set({
      bouncedAt: receivedAt,
      ...(send.recipientEmail === ERASED
        ? {}
        : { detail: `${inbound.status ?? ''} ${inbound.reason}`.trim().slice(0, 2000) }),
    })
    .where(and(eq(emailLogs.emailSendId, send.id), isNull(emailLogs.bouncedAt)))
  await record(tx, send, 'bounce', receivedAt)
  if (inbound.hard && send.contactId) await stopEmails(tx, userId, send.contactId, 'hardBounce', now, secrets)
  const kind = inbound.hard ? 'hard' : inbound.class === 'policy' ? 'policy' : null
  if (kind) await countBounce(tx, send, kind, inbound.reason, now)
  if (send.isManual && send.recipientEmail !== ERASED) await reportManualBounce(tx, send, inbound.reason)
}

async function handleComplaint({ tx, userId, send, received, now, secrets }: InboundEvent): Promise<void> {
  await record(tx, send, 'complaint', received.receivedAt)
  if (send.contactId) await stopEmails(tx, userId, send.contactId, 'complaint', now, secrets)
}

async function record(tx: Db, send: Send, type: 'bounce' | 'complaint', at: Date): Promise<void> {
  await tx
    .insert(trackingEvents)
    .values({ emailSendId: send.id, contactId: send.contactId, type, createdAt: at })
}
