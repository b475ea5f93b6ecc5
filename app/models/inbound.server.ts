import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import {
  contacts,
  emailLogs,
  emailSends,
  inboundMessages,
  mailAccounts,
  sequenceContacts,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '../db.server'
import { startOfDay } from '../engine/calendar'
import { onAutoReply, onOtherReply, onReply } from '../engine/replies'
import type { Inbound } from '../providers/mail/inbound'
import type { Secrets } from '../secrets.server'
import { stopMail } from './contact-stops.server'
import { applyToEnrollments } from './enrollment-events.server'
import { lockEnrollments } from './outbox.server'
import { proveSent } from './outbox-record.server'

/** A message of a mailbox, classified. */
export interface Received {
  mailboxId: string
  providerId: string
  threadId?: string
  receivedAt: Date
  inbound: Inbound
}

type Send = typeof emailSends.$inferSelect

/**
 * Takes in one message: finds the mail that it is about, and does what it means. Each message counts once, however
 * often it is read. Messages that have nothing to do with us leave no trace. @returns whether it was taken in now
 */
export async function takeInbound(
  db: Db,
  userId: string,
  received: Received,
  now: Date,
  secrets: Secrets,
): Promise<boolean> {
  const { inbound } = received
  return db.transaction(async (tx) => {
    const send = await findSend(tx, userId, received)
    if (!send) return false
    // Enrollments are locked before anything else, by everybody.
    await lockEnrollments(tx, send.sequenceContactId ? [send.sequenceContactId] : [])
    const [row] = await tx
      .insert(inboundMessages)
      .values({
        userId,
        mailAccountId: received.mailboxId,
        providerId: received.providerId,
        kind: inbound.kind,
        emailSendId: send.id,
        contactId: send.contactId,
        fromEmail: inbound.from.slice(0, 320),
        subject: inbound.subject.slice(0, 1000),
        text: inbound.text,
        status: inbound.status,
        reason: inbound.reason.slice(0, 2000),
        hard: inbound.hard,
        receivedAt: received.receivedAt,
      })
      .onConflictDoNothing()
      .returning({ id: inboundMessages.id })
    if (!row) return false
    // Whoever answers a mail got it: what was uncertain is proven sent.
    if (send.state !== 'sent') await proveSent(tx, send, now)
    await ACT[inbound.kind]({ tx, userId, send, received, now, secrets })
    return true
  })
}

interface Act {
  tx: Db
  userId: string
  send: Send
  received: Received
  now: Date
  secrets: Secrets
}

const ACT: Record<Inbound['kind'], (act: Act) => Promise<void>> = {
  reply: takeReply,
  auto_reply: takeAutoReply,
  bounce: takeBounce,
  complaint: takeComplaint,
  other: async () => {},
}

async function takeReply({ tx, userId, send, received, now, secrets }: Act): Promise<void> {
  const at = received.receivedAt
  await tx
    .update(emailLogs)
    .set({ repliedAt: at, status: 'reply' })
    .where(and(eq(emailLogs.emailSendId, send.id), isNull(emailLogs.repliedAt)))
  await record(tx, send, 'reply', at)
  if (send.contactId) {
    await tx.update(contacts).set({ notOpenedStreak: 0 }).where(eq(contacts.id, send.contactId))
  }
  // A stop first: the replied branch of somebody who said stop runs for nobody.
  if (received.inbound.stop && send.contactId)
    await stopMail(tx, userId, send.contactId, 'unsubscribed', now, secrets)
  if (send.sequenceContactId && send.stepId) {
    const stepId = send.stepId
    await applyToEnrollments(
      tx,
      eq(sequenceContacts.id, send.sequenceContactId),
      (s) => onReply(s, { stepId, at }),
      now,
    )
  }
  if (!send.contactId) return
  await applyToEnrollments(
    tx,
    and(
      eq(sequenceContacts.contactId, send.contactId),
      eq(sequenceContacts.status, 'active'),
      send.sequenceContactId ? ne(sequenceContacts.id, send.sequenceContactId) : undefined,
    ),
    (s) => onOtherReply(s, at, 'hold'),
    now,
  )
}

async function takeAutoReply({ tx, send, received, now }: Act): Promise<void> {
  const { returnsOn } = received.inbound
  if (!send.contactId) return
  await applyToEnrollments(
    tx,
    and(eq(sequenceContacts.contactId, send.contactId), eq(sequenceContacts.status, 'active')),
    (s) => onAutoReply(s, returnsOn ? startOfDay(returnsOn, s.plan.timezone) : null),
    now,
  )
}

async function takeBounce({ tx, userId, send, received, now, secrets }: Act): Promise<void> {
  const { inbound, receivedAt } = received
  await tx
    .update(emailLogs)
    .set({ bouncedAt: receivedAt, detail: `${inbound.status ?? ''} ${inbound.reason}`.trim().slice(0, 2000) })
    .where(and(eq(emailLogs.emailSendId, send.id), isNull(emailLogs.bouncedAt)))
  await record(tx, send, 'bounce', receivedAt)
  if (inbound.hard && send.contactId) await stopMail(tx, userId, send.contactId, 'hardBounce', now, secrets)
}

async function takeComplaint({ tx, userId, send, received, now, secrets }: Act): Promise<void> {
  await record(tx, send, 'complaint', received.receivedAt)
  if (send.contactId) await stopMail(tx, userId, send.contactId, 'complaint', now, secrets)
}

async function record(tx: Db, send: Send, type: 'reply' | 'bounce' | 'complaint', at: Date): Promise<void> {
  await tx
    .insert(trackingEvents)
    .values({ emailSendId: send.id, contactId: send.contactId, type, createdAt: at })
}

/**
 * The mail that a message is about: by our own id in a returned copy, by the Message-IDs that it names, by the
 * provider's thread, and a reply at last by sender and subject. Only mails of this user count.
 */
async function findSend(tx: Db, userId: string, received: Received): Promise<Send | null> {
  const { inbound, mailboxId, threadId } = received
  if (inbound.kind === 'other') return null
  if (await isOwnAddress(tx, userId, inbound.from)) return null
  const own = and(eq(emailSends.userId, userId), inArray(emailSends.state, ['sent', 'sending', 'uncertain']))
  if (inbound.sendId && /^[0-9a-f-]{36}$/i.test(inbound.sendId)) {
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(own, eq(emailSends.id, inbound.sendId)))
    if (send) return send
  }
  if (inbound.originalMessageIds.length > 0) {
    const rows = await tx
      .select()
      .from(emailSends)
      .where(and(own, inArray(emailSends.messageId, inbound.originalMessageIds)))
      .orderBy(asc(emailSends.sentAt))
    const nearest = inbound.originalMessageIds.findLast((id) => rows.some((row) => row.messageId === id))
    if (nearest) return rows.find((row) => row.messageId === nearest)!
  }
  if (threadId && inbound.kind !== 'bounce') {
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(own, eq(emailSends.senderAccountId, mailboxId), eq(emailSends.providerThreadId, threadId)))
      .orderBy(desc(emailSends.sentAt))
      .limit(1)
    if (send) return send
  }
  const from = inbound.kind === 'bounce' ? inbound.recipients : [inbound.from]
  return from.length > 0 ? findByAddress(tx, own, received, from) : null
}

async function findByAddress(
  tx: Db,
  own: ReturnType<typeof and>,
  { inbound, mailboxId, receivedAt }: Received,
  addresses: string[],
): Promise<Send | null> {
  const days = inbound.kind === 'bounce' ? 7 : 90
  const rows = await tx
    .select()
    .from(emailSends)
    .where(
      and(
        own,
        eq(emailSends.senderAccountId, mailboxId),
        inArray(
          sql`lower(${emailSends.recipientEmail})`,
          addresses.map((address) => address.toLowerCase()),
        ),
      ),
    )
    .orderBy(desc(emailSends.sentAt))
    .limit(20)
  const age = (row: Send) => receivedAt.getTime() - (row.sentAt ?? row.startedAt ?? row.createdAt).getTime()
  const recent = rows.filter((row) => age(row) <= days * 86_400_000)
  if (inbound.kind === 'bounce') return recent[0] ?? null
  const subject = bare(inbound.subject)
  return recent.find((row) => bare(row.subject) === subject) ?? null
}

const bare = (subject: string) =>
  subject
    .replace(/^(\s*(re|fwd?|aw|wg|sv|tr|rv|ant)(\[\d+\])?\s*:\s*)+/i, '')
    .trim()
    .toLowerCase()

async function isOwnAddress(tx: Db, userId: string, from: string): Promise<boolean> {
  if (!from) return false
  const [row] = await tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.userId, userId), sql`lower(${mailAccounts.email}) = ${from.toLowerCase()}`))
  return row !== undefined
}
