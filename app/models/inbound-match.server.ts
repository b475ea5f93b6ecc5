import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '../db.server'
import type { Inbound } from '../providers/mail/inbound'

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
 * The mail that a message is about: by our own id in a returned copy, by the Message-IDs that it names, by the
 * provider's thread, and a reply at last by sender and subject. Only mails of this user count.
 */
export async function findSend(tx: Db, userId: string, received: Received): Promise<Send | null> {
  const { inbound, mailboxId, threadId } = received
  if (inbound.kind === 'other') return null
  if (await isOwnAddress(tx, userId, inbound.from)) return null
  const own = and(eq(emailSends.userId, userId), inArray(emailSends.state, ['sent', 'sending', 'uncertain']))
  // A mail that is to be sent again was handed over once: whoever names it got it, and it must not leave twice.
  const named = and(
    eq(emailSends.userId, userId),
    sql`(${emailSends.state} in ('sent', 'sending', 'uncertain')
      or (${emailSends.state} in ('scheduled', 'claimed', 'cancelled') and ${emailSends.startedAt} is not null))`,
  )
  if (inbound.sendId && /^[0-9a-f-]{36}$/i.test(inbound.sendId)) {
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(named, eq(emailSends.id, inbound.sendId)))
    if (send) return send
  }
  if (inbound.originalMessageIds.length > 0) {
    const rows = await tx
      .select()
      .from(emailSends)
      .where(and(named, inArray(emailSends.messageId, inbound.originalMessageIds)))
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
