import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import {
  contacts,
  emailLogs,
  type emailSends,
  inboundMessages,
  sequenceContacts,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { startOfDay } from '~/engine/calendar'
import { onAutoReply, onOtherReply, onReply } from '~/engine/replies'
import { getContactSettings } from '~/models/accounts/contact-settings.server'
import { stopEmails } from '~/models/contacts/stops.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { addToConversation, findConversation } from '~/models/inbox/store.server'
import { countBounce } from '~/models/mailboxes/health.server'
import { notifyReply } from '~/models/notifications/notification.server'
import { proveArrived } from '~/models/outbox/arrival.server'
import { reportManualBounce } from '~/models/outbox/manual.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { ERASED } from '~/models/suppressions/erased'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import type { Secrets } from '~/secrets.server'
import { type ColleagueEffect, holdOrStopColleagues, lockReplied } from './company.server'
import { findSend, type ReceivedMessage } from './match.server'
import { optOutByReply } from './opt-out.server'

type Send = typeof emailSends.$inferSelect

/**
 * Processes one message of a mailbox: finds the send that it refers to, applies its effects, and adds it to its conversation.
 * Idempotent: each message counts once. Unrelated messages are not stored, nor is what the mailbox's owner wrote outside of the
 * conversations. @returns whether it was processed now
 */
export async function processInbound(
  db: Db,
  userId: string,
  message: ReceivedMessage,
  now: Date,
  secrets: Secrets,
): Promise<boolean> {
  const { inbound } = message
  return db.transaction(async (tx) => {
    const send = await findSend(tx, userId, message)
    if (!send) return false
    const received = { ...message, receivedAt: afterSend(message.receivedAt, send) }
    if (inbound.kind === 'own' && !(await findConversation(tx, send))) return false
    // Lock order: enrollments first.
    const { contactId, sequenceContactId: enrollmentId } = send
    let company: ColleagueEffect | null = null
    if (inbound.kind === 'reply' && contactId)
      company = await lockReplied(tx, userId, { contactId, enrollmentId })
    else await lockEnrollments(tx, enrollmentId ? [enrollmentId] : [])
    if (await isKnown(tx, received)) return false
    const erased = send.recipientEmail === ERASED
    const [row] = await tx
      .insert(inboundMessages)
      .values({
        userId,
        mailAccountId: received.mailboxId,
        providerId: received.providerId,
        kind: inbound.kind,
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
    if (!row) return false
    // A response proves that the email arrived, even if it was uncertain or about to be resent.
    if (send.state !== 'sent') await proveArrived(tx, send, now)
    const optedOut = await HANDLERS[inbound.kind]({
      tx,
      userId,
      send,
      received,
      company,
      now,
      secrets,
    })
    const conversationId = await addToConversation(tx, {
      id: row.id,
      userId,
      mailboxId: received.mailboxId,
      kind: inbound.kind,
      send,
      fromEmail: inbound.from,
      fromName: inbound.fromName,
      subject: inbound.subject,
      text: inbound.text,
      receivedAt: received.receivedAt,
      optedOut: optedOut === true,
    })
    if (inbound.kind === 'reply' && !optedOut && send.contactId)
      await notifyReply(tx, userId, {
        ...{ messageId: row.id, contactId: send.contactId, sequenceId: send.sequenceId, conversationId },
        from: inbound.from,
        replyTo: inbound.replyTo.map(({ address }) => address),
      })
    return true
  })
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
  }
}

interface InboundEvent {
  tx: Db
  userId: string
  send: Send
  received: ReceivedMessage
  /** For a reply that affects the contact's colleagues. */
  company: ColleagueEffect | null
  now: Date
  secrets: Secrets
}

/** What each kind of message causes; a handler returns true if the message opted its sender out. */
const HANDLERS: Record<Inbound['kind'], (event: InboundEvent) => Promise<unknown>> = {
  reply: handleReply,
  auto_reply: handleAutoReply,
  bounce: handleBounce,
  complaint: handleComplaint,
  own: async () => {},
  other: async () => {},
}

async function handleReply({
  tx,
  userId,
  send,
  received,
  company,
  now,
  secrets,
}: InboundEvent): Promise<boolean> {
  const at = received.receivedAt
  await tx
    .update(emailLogs)
    .set({ repliedAt: at, status: 'reply' })
    .where(and(eq(emailLogs.emailSendId, send.id), isNull(emailLogs.repliedAt)))
  await record(tx, send, 'reply', at)
  if (send.contactId) {
    await tx.update(contacts).set({ notOpenedStreak: 0 }).where(eq(contacts.id, send.contactId))
  }
  // Opt out first, so that the replied branch does not run for a contact who asked to stop.
  const optedOut =
    send.contactId !== null &&
    received.inbound.stop &&
    (await mayUnsubscribe(tx, send, received.inbound)) &&
    (await optOutByReply(tx, userId, send.contactId, send.id, now, secrets))
  if (send.sequenceContactId && send.stepId) {
    const stepId = send.stepId
    await applyToEnrollments(
      tx,
      eq(sequenceContacts.id, send.sequenceContactId),
      (s) => onReply(s, { stepId, at }),
      now,
    )
  }
  if (!send.contactId) return optedOut
  const { otherReplies } = await getContactSettings(tx, userId)
  await applyToEnrollments(
    tx,
    and(
      eq(sequenceContacts.contactId, send.contactId),
      eq(sequenceContacts.status, 'active'),
      send.sequenceContactId ? ne(sequenceContacts.id, send.sequenceContactId) : undefined,
    ),
    (s) => onOtherReply(s, at, otherReplies),
    now,
  )
  if (company) await holdOrStopColleagues(tx, userId, company, at, now)
  return optedOut
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

async function handleAutoReply({ tx, send, received, now }: InboundEvent): Promise<void> {
  const { returnsOn } = received.inbound
  if (!send.contactId) return
  await applyToEnrollments(
    tx,
    and(eq(sequenceContacts.contactId, send.contactId), eq(sequenceContacts.status, 'active')),
    (s) => onAutoReply(s, returnsOn ? startOfDay(returnsOn, s.plan.timezone) : null),
    now,
  )
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
  if (inbound.hard && send.contactId && (await isAboutContact(tx, send, inbound.recipients)))
    await stopEmails(tx, userId, send.contactId, 'hardBounce', now, secrets)
  const kind = inbound.hard ? 'hard' : inbound.class === 'policy' ? 'policy' : null
  if (kind) await countBounce(tx, send, kind, inbound.reason, now)
  if (send.isManual && send.recipientEmail !== ERASED)
    await reportManualBounce(tx, send, inbound.reason, inbound.recipients)
}

/** Whether a report about an email is about its contact: what the user writes may go to others, too. */
async function isAboutContact(
  tx: Db,
  { isManual, contactId, recipientEmail, answer }: Send,
  recipients: string[],
): Promise<boolean> {
  if (!isManual || !contactId) return true
  const [contact] = await tx
    .select({ email: contacts.email })
    .from(contacts)
    .where(eq(contacts.id, contactId))
  const email = contact?.email.toLowerCase()
  if (recipients.length > 0) return recipients.some((address) => address.toLowerCase() === email)
  const all = answer ? [...answer.to, ...answer.cc, ...answer.bcc] : [recipientEmail]
  return all.length === 1 && all[0]!.toLowerCase() === email
}

async function handleComplaint({ tx, userId, send, received, now, secrets }: InboundEvent): Promise<void> {
  await record(tx, send, 'complaint', received.receivedAt)
  if (send.contactId) await stopEmails(tx, userId, send.contactId, 'complaint', now, secrets)
}

async function record(tx: Db, send: Send, type: 'reply' | 'bounce' | 'complaint', at: Date): Promise<void> {
  await tx
    .insert(trackingEvents)
    .values({ emailSendId: send.id, contactId: send.contactId, type, createdAt: at })
}
