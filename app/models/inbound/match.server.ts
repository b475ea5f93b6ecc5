import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Inbound } from '~/providers/mail/inbound/inbound'

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
 * provider's thread, and a reply at last by its sender: mail systems lose ids and tag subjects. Only mails of this user
 * count.
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

/** Days in which a message without ids is about the latest email to or from an address. */
const MAX_DAYS = { bounce: 7, other: 60 }
const LEFT_AT = sql`coalesce(${emailSends.sentAt}, ${emailSends.startedAt}, ${emailSends.createdAt})`

async function findByAddress(
  tx: Db,
  own: ReturnType<typeof and>,
  { inbound, mailboxId, receivedAt }: Received,
  addresses: string[],
): Promise<Send | null> {
  const days = MAX_DAYS[inbound.kind === 'bounce' ? 'bounce' : 'other']
  const earliest = new Date(receivedAt.getTime() - days * 86_400_000)
  const rows = await tx
    .select()
    .from(emailSends)
    .where(
      and(
        own,
        sql`${LEFT_AT} >= ${earliest.toISOString()}::timestamptz`,
        eq(emailSends.senderAccountId, mailboxId),
        // A test has no contact; who answers an email that they got of a sequence too means that one.
        inbound.kind === 'bounce' ? undefined : eq(emailSends.isTest, false),
        inArray(
          sql`lower(${emailSends.recipientEmail})`,
          addresses.map((address) => address.toLowerCase()),
        ),
      ),
    )
    // What left after the message came cannot be meant, unless the clock of the mail server is late.
    .orderBy(sql`(${LEFT_AT} <= ${receivedAt.toISOString()}::timestamptz) desc, ${LEFT_AT} desc`)
    .limit(1)
  return rows[0] ?? null
}

async function isOwnAddress(tx: Db, userId: string, from: string): Promise<boolean> {
  if (!from) return false
  const [row] = await tx
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.userId, userId), sql`lower(${mailAccounts.email}) = ${from.toLowerCase()}`))
  return row !== undefined
}
