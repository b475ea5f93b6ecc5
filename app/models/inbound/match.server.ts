import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import {
  aliases,
  contacts,
  emailSends,
  inboundMessages,
  mailAccounts,
  type ReceivedFile,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import { kindOf } from './kind.server'

/** A received message, classified. */
export interface ReceivedMessage {
  mailboxId: string
  providerId: string
  threadId?: string
  receivedAt: Date
  inbound: Inbound
  /** The attached files; none if absent. */
  files?: ReceivedFile[]
}

type Send = typeof emailSends.$inferSelect

/** The send that a message is about, and whether the message itself names it; otherwise it was only found by an address. */
export interface FoundSend {
  send: Send
  isNamed: boolean
}

/**
 * Finds the send that a message refers to: by our own id in a returned copy, by the Message-IDs that it references, by the provider's
 * thread, and finally by address, because mail systems drop ids and change subjects. Only this user's sends are considered. A message
 * that replies to one of a conversation refers to the send of that one. What the mailbox's owner wrote is never found by address.
 */
export async function findSend(tx: Db, userId: string, received: ReceivedMessage): Promise<FoundSend | null> {
  const { inbound, mailboxId, threadId } = received
  const isReport = inbound.kind === 'bounce' || inbound.kind === 'complaint'
  if (kindOf(inbound) === 'other') return null
  if (inbound.kind !== 'own' && (await isOwnAddress(tx, userId, inbound.from))) return null
  const own = and(eq(emailSends.userId, userId), inArray(emailSends.state, ['sent', 'sending', 'uncertain']))
  // Includes sends that are about to be resent: a message that references one proves that the first attempt arrived.
  const referenced = and(
    eq(emailSends.userId, userId),
    sql`(${emailSends.state} in ('sent', 'sending', 'uncertain')
      or (${emailSends.state} in ('scheduled', 'claimed', 'cancelled') and ${emailSends.startedAt} is not null))`,
  )
  if (inbound.unsubscribe?.token) {
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(referenced, eq(emailSends.unsubscribeToken, inbound.unsubscribe.token)))
    if (send) return { send, isNamed: true }
  }
  if (inbound.sendId && /^[0-9a-f-]{36}$/i.test(inbound.sendId)) {
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(referenced, eq(emailSends.id, inbound.sendId)))
    if (send) return namedBy(send, inbound)
  }
  if (inbound.originalMessageIds.length > 0) {
    const rows = await tx
      .select()
      .from(emailSends)
      .where(and(referenced, inArray(emailSends.messageId, inbound.originalMessageIds)))
      .orderBy(asc(emailSends.sentAt))
    const nearest = inbound.originalMessageIds.findLast((id) => rows.some((row) => row.messageId === id))
    if (nearest) return namedBy(rows.find((row) => row.messageId === nearest)!, inbound)
    // Reports return our emails, never what was answered to them.
    const repliedTo = isReport ? null : await findRepliedTo(tx, userId, inbound.originalMessageIds)
    if (repliedTo) return { send: repliedTo, isNamed: true }
  }
  if (threadId && !isReport) {
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(own, eq(emailSends.senderAccountId, mailboxId), eq(emailSends.providerThreadId, threadId)))
      .orderBy(desc(emailSends.sentAt))
      .limit(1)
    // Providers also group messages by subject and address, which anybody can know.
    if (send) return { send, isNamed: false }
  }
  // A complaint that names none of our emails could be anybody's.
  if (inbound.kind === 'own' || inbound.kind === 'complaint') return null
  const from = inbound.kind === 'bounce' ? inbound.recipients : [inbound.from]
  const send = from.length > 0 ? await findByAddress(tx, own, received, from) : null
  return send && { send, isNamed: false }
}

/**
 * A report also has to be about a recipient of the send: whoever got a copy of an email knows its ids. If it does not say about whom, a
 * returned send id will do for a bounce, and any id for a complaint, which often omits the recipient.
 * @returns null for a complaint about somebody else
 */
function namedBy(send: Send, { kind, recipients, sendId }: Inbound): FoundSend | null {
  if (kind !== 'bounce' && kind !== 'complaint') return { send, isNamed: true }
  const { answer, recipientEmail } = send
  const sentTo = answer ? [...answer.to, ...answer.cc, ...answer.bcc] : [recipientEmail]
  const isAbout =
    recipients.length === 0
      ? kind === 'complaint' || sendId === send.id
      : sentTo.some((address) => recipients.includes(address.toLowerCase()))
  return kind === 'complaint' && !isAbout ? null : { send, isNamed: isAbout }
}

/** The send of the newest received message among these ids. A message that may be forged proves nothing about one that refers to it. */
async function findRepliedTo(tx: Db, userId: string, messageIds: string[]): Promise<Send | null> {
  const [row] = await tx
    .select({ send: emailSends })
    .from(inboundMessages)
    .innerJoin(emailSends, eq(emailSends.id, inboundMessages.emailSendId))
    .where(
      and(
        eq(inboundMessages.userId, userId),
        inArray(inboundMessages.messageId, messageIds),
        ne(inboundMessages.kind, 'unproven'),
      ),
    )
    .orderBy(desc(inboundMessages.receivedAt))
    .limit(1)
  return row?.send ?? null
}

/** A message without ids refers to the latest send to its address, if that is at most this many days old. */
const MAX_DAYS = { bounce: 7, other: 60 }
/** A mail server's clock may be behind by so much. Archives hold what the contact wrote before our email, which is no reply to it. */
const SLOW_CLOCK_MS = 2 * 3_600_000
const SENT_AT = sql`coalesce(${emailSends.sentAt}, ${emailSends.startedAt}, ${emailSends.createdAt})`

async function findByAddress(
  tx: Db,
  own: ReturnType<typeof and>,
  { inbound, mailboxId, receivedAt }: ReceivedMessage,
  addresses: string[],
): Promise<Send | null> {
  const days = MAX_DAYS[inbound.kind === 'bounce' ? 'bounce' : 'other']
  const earliest = new Date(receivedAt.getTime() - days * 86_400_000)
  const latest = new Date(receivedAt.getTime() + SLOW_CLOCK_MS)
  const rows = await tx
    .select()
    .from(emailSends)
    .where(
      and(
        own,
        sql`${SENT_AT} >= ${earliest.toISOString()}::timestamptz`,
        sql`${SENT_AT} <= ${latest.toISOString()}::timestamptz`,
        eq(emailSends.senderAccountId, mailboxId),
        // A reply without ids never refers to a test email: the address may also have got an email of a sequence.
        inbound.kind === 'bounce' ? undefined : eq(emailSends.isTest, false),
        inArray(
          sql`lower(${emailSends.recipientEmail})`,
          addresses.map((address) => address.toLowerCase()),
        ),
      ),
    )
    // Prefer sends from before the message. A later one is possible only if the mail server's clock is slow.
    .orderBy(sql`(${SENT_AT} <= ${receivedAt.toISOString()}::timestamptz) desc, ${SENT_AT} desc`)
    .limit(1)
  return rows[0] ?? null
}

/**
 * A send with the contact that its answers count for: its own or, if that was deleted, the user's contact who has the address now. A test
 * email keeps what it has.
 */
export async function withContact(tx: Db, send: Send): Promise<Send> {
  if (send.contactId || send.isTest) return send
  const [contact] = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, send.userId),
        sql`lower(${contacts.email}) = ${send.recipientEmail.toLowerCase()}`,
      ),
    )
  return { ...send, contactId: contact?.id ?? null }
}

/** Whether an address is one of the user's own mailboxes. */
export async function isOwnAddress(tx: Db, userId: string, from: string): Promise<boolean> {
  if (!from) return false
  const [row] = await tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .leftJoin(aliases, eq(aliases.accountId, mailAccounts.id))
    .where(
      and(
        eq(mailAccounts.userId, userId),
        sql`(lower(${mailAccounts.email}) = ${from.toLowerCase()} or lower(${aliases.sendAsEmail}) = ${from.toLowerCase()})`,
      ),
    )
    .limit(1)
  return row !== undefined
}
