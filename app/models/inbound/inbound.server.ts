import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import {
  contacts,
  emailLogs,
  type emailSends,
  inboundMessages,
  type MessageSigns,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { stopRecipient } from '~/models/contacts/stops.server'
import type { Company } from '~/models/enrollments/company.server'
import { holdUnreachable } from '~/models/enrollments/reach.server'
import { calendarWords } from '~/models/inbox/gestures'
import { addToConversation, findConversation } from '~/models/inbox/store.server'
import { countBounce } from '~/models/mailboxes/health.server'
import {
  notifyAutomatic,
  notifyCalendar,
  notifyOptOutAsked,
  notifyReply,
} from '~/models/notifications/notify-reply.server'
import { proveArrived } from '~/models/outbox/arrival.server'
import { reportManualBounce } from '~/models/outbox/manual.server'
import { lockEnrollments, lockEnrollmentsOf } from '~/models/shared/locks.server'
import { ERASED } from '~/models/suppressions/erased'
import { aboutWhom } from '~/providers/mail/failure/about'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import type { Secrets } from '~/secrets.server'
import { ANSWER_HANDLERS, type AnswerResult, isAnswer } from './answers.server'
import { lockReplied } from './company.server'
import { judge, rememberText } from './kind.server'
import { findSend, type ReceivedMessage, withContact } from './match.server'
import { keepRelated } from './related.server'
import { askAboutUnproven, type Doubt, doubtOf } from './unproven.server'

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
    const found = await findSend(tx, userId, message)
    if (!found) {
      await keepRelated(tx, userId, message)
      return false
    }
    const doubt = doubtOf(found, message.inbound)
    return (await recordMessage(tx, userId, message, found.send, now, secrets, doubt)) !== null
  })
}

/**
 * Records a message about a send, in a transaction that holds no locks: see `processInbound`.
 * @param doubt why it may be forged: then it counts for nothing, and the user is asked
 * @returns its id and its conversation's; null if it was recorded before, or is not to be stored
 */
export async function recordMessage(
  tx: Db,
  userId: string,
  message: ReceivedMessage,
  answered: Send,
  now: Date,
  secrets: Secrets,
  doubt: Doubt | null = null,
): Promise<{ id: string; conversationId: string | null } | null> {
  const { inbound } = message
  const send = await withContact(tx, answered)
  const received = { ...message, receivedAt: afterSend(message.receivedAt, send) }
  const judged = await judge(tx, userId, send, received)
  const kind = doubt ? 'unproven' : judged.kind
  const kindBy = doubt ? null : judged.kindBy
  const claims = doubt && judged.kind
  if (kind === 'own' && !(await findConversation(tx, send))) return null
  // Lock order: enrollments first.
  const { contactId, sequenceContactId: enrollmentId } = send
  let company: Company | null = null
  if (kind === 'reply' && contactId) company = await lockReplied(tx, userId, { contactId, enrollmentId })
  else if (contactId) await lockEnrollmentsOf(tx, [contactId])
  else await lockEnrollments(tx, enrollmentId ? [enrollmentId] : [])
  if (await isKnown(tx, received)) return null
  const erased = send.recipientEmail === ERASED
  const [row] = await tx
    .insert(inboundMessages)
    .values({
      userId,
      mailAccountId: received.mailboxId,
      providerId: received.providerId,
      kind,
      kindBy,
      claims,
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
  if (send.state !== 'sent' && !doubt) await proveArrived(tx, send, now)
  const event = { tx, userId, send, received, now, secrets }
  const stop = inbound.stop && (await mayUnsubscribe(tx, send, inbound))
  const read = { ...inbound, stop, ...(inbound.stop && !stop && { mayStop: true as const }) }
  const answer = { ...event, messageId: row.id, at: received.receivedAt, read, company }
  let result: AnswerResult = {}
  if (doubt) await askAboutUnproven(tx, userId, { id: row.id, doubt, inbound, send }, now)
  else if (kind === 'bounce') await handleBounce(event)
  else if (kind === 'complaint') await handleComplaint(event)
  else if (isAnswer(kind)) result = await ANSWER_HANDLERS[kind](answer)
  if (!doubt) await rememberText(tx, userId, kind, inbound, now)
  const conversationId = await addToConversation(tx, {
    id: row.id,
    userId,
    mailboxId: received.mailboxId,
    kind,
    kindBy,
    claims,
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
    const about = {
      ...{ messageId: row.id, contactId: send.contactId, sequenceId: send.sequenceId, conversationId },
      from: inbound.from,
      replyTo: inbound.replyTo.map(({ address }) => address),
    }
    if (result.asked) await notifyOptOutAsked(tx, userId, about)
    else if (kind === 'reply' && !result.optedOut) await notifyReply(tx, userId, about)
    else if (kind === 'auto_reply' && kindBy === 'sender' && !inbound.mayBeAutomatic)
      await notifyAutomatic(tx, userId, about)
    else if (kind === 'calendar') await notifyCalendar(tx, userId, about, calendarWords(inbound.calendar))
  }
  return { id: row.id, conversationId }
}

/** Whether this message was processed in another folder: it was moved, and so has another id at its provider. */
async function isKnown(tx: Db, { mailboxId, providerId, inbound }: ReceivedMessage): Promise<boolean> {
  if (!inbound.messageId) return false
  return (
    (await tx.$count(
      inboundMessages,
      and(
        eq(inboundMessages.messageId, inbound.messageId),
        eq(inboundMessages.mailAccountId, mailboxId),
        ne(inboundMessages.providerId, providerId),
        // Programs that give several messages one id exist.
        eq(inboundMessages.fromEmail, inbound.from.slice(0, 320)),
        eq(inboundMessages.subject, inbound.subject.slice(0, 1000)),
      ),
    )) > 0
  )
}

/** A message arrives after the email that it refers to, even if its server counts in whole seconds or its clock is slow. */
function afterSend(receivedAt: Date, { sentAt, startedAt }: Send): Date {
  const earliest = ((sentAt ?? startedAt)?.getTime() ?? 0) + 1
  return receivedAt.getTime() < earliest ? new Date(earliest) : receivedAt
}

/** The content of a message as it is stored. */
function contentOf({ inbound, threadId, files = [] }: ReceivedMessage) {
  const { from, fromName, to, cc, replyTo, subject, text, body, html, messageId } = inbound
  return {
    messageId,
    providerThreadId: threadId ?? null,
    fromEmail: from.slice(0, 320),
    fromName,
    recipients: to,
    cc,
    replyTo,
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

export interface InboundEvent {
  tx: Db
  userId: string
  send: Send
  received: ReceivedMessage
  now: Date
  secrets: Secrets
}

/** A message of a program that unsubscribes counts with the token of the email, or from the contact's own address. */
async function mayUnsubscribe(tx: Db, send: Send, { unsubscribe, from }: Inbound): Promise<boolean> {
  if (!unsubscribe || unsubscribe.token === send.unsubscribeToken) return true
  if (from.toLowerCase() === send.recipientEmail.toLowerCase()) return true
  return (
    (await tx.$count(
      contacts,
      and(eq(contacts.id, send.contactId!), sql`lower(${contacts.email}) = ${from.toLowerCase()}`),
    )) > 0
  )
}

/** A report that an email failed. */
export async function handleBounce({
  tx,
  userId,
  send,
  received,
  now,
  secrets,
}: InboundEvent): Promise<void> {
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
  const isAbout = await isAboutContact(tx, send, inbound.recipients)
  // Of an email that the user wrote, the report may be about somebody else.
  if (inbound.hard && (isAbout || !send.isManual)) await stopRecipient(tx, send, 'hardBounce', now, secrets)
  const { contactId, sequenceId, recipientEmail: contactEmail } = send
  if (inbound.isUnexplained && contactId && !isOurs(inbound) && isAbout)
    await holdUnreachable(tx, { userId, contactId, contactEmail, sequenceId, detail: inbound.reason }, now)
  const kind = inbound.hard ? 'hard' : inbound.class === 'policy' ? 'policy' : null
  if (kind) await countBounce(tx, send, kind, inbound.reason, now)
  if (send.isManual && send.recipientEmail !== ERASED)
    await reportManualBounce(tx, send, inbound.reason, inbound.recipients)
}

/** Whether a report about an email is about its contact, with the address that it has now: what the user writes may go to others, too. */
async function isAboutContact(
  tx: Db,
  { isManual, contactId, recipientEmail, answer }: Send,
  recipients: string[],
): Promise<boolean> {
  const [contact] = contactId
    ? await tx.select({ email: contacts.email }).from(contacts).where(eq(contacts.id, contactId))
    : []
  const email = (contact?.email ?? recipientEmail).toLowerCase()
  if (!isManual) return email === recipientEmail.toLowerCase()
  if (recipients.length > 0) return recipients.some((address) => address.toLowerCase() === email)
  const all = answer ? [...answer.to, ...answer.cc, ...answer.bcc] : [recipientEmail]
  return all.length === 1 && all[0]!.toLowerCase() === email
}

/** Whether a report speaks of the sender or of the content: another email may pass. */
function isOurs({ reason, status }: Inbound): boolean {
  const { about } = aboutWhom(reason, status)
  return about === 'sender' || about === 'message'
}

async function handleComplaint({ tx, send, received, now, secrets }: InboundEvent): Promise<void> {
  await record(tx, send, 'complaint', received.receivedAt)
  await stopRecipient(tx, send, 'complaint', now, secrets)
}

async function record(tx: Db, send: Send, type: 'bounce' | 'complaint', at: Date): Promise<void> {
  await tx
    .insert(trackingEvents)
    .values({ emailSendId: send.id, contactId: send.contactId, type, createdAt: at })
}
