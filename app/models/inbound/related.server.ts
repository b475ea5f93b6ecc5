import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { contacts, conversations, emailSends, inboundMessages, relatedMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { emailDomain } from '~/models/enrollments/company.server'
import { MAX_RELATED } from '~/models/inbox/related.server'
import { createConversation, findConversation } from '~/models/inbox/store.server'
import { toAsciiDomain } from '~/models/shared/addresses/email-domain'
import { isFreemail } from '~/models/shared/addresses/freemail.server'
import { domainOf } from '~/models/suppressions/suppression.server'
import { bareSubject } from '~/providers/mail/inbound/subject'
import { isOwnAddress, type ReceivedMessage } from './match.server'

type Send = typeof emailSends.$inferSelect

/** A message as it waits, with the email that it probably answers. */
export type StoredMessage = ReceivedMessage & { sendId: string }

/** How long after an email a message from its domain may belong to it. */
const MAX_DAYS = 60
/** The maximum number of emails of a domain among which the one with the same subject is looked for. */
const MAX_SENDS = 50

/**
 * Keeps a person's message that refers to no email of ours, if it comes from the domain of a contact whom this mailbox emailed lately: it
 * may belong to that conversation. It counts for nothing until the user adds it.
 */
export async function keepRelated(tx: Db, userId: string, received: ReceivedMessage): Promise<void> {
  const { inbound, mailboxId, providerId, receivedAt } = received
  // Programs' messages, and those of the mailbox's owner, answer nothing.
  if (inbound.kind !== 'reply' || inbound.mayBeAutomatic) return
  const domain = domainOf(toAsciiDomain(inbound.from))
  if (!domain || isFreemail(domain) || (await isOwnAddress(tx, userId, inbound.from))) return
  const send = await findSendToDomain(tx, userId, received, domain)
  if (!send) return
  const known = await findConversation(tx, send)
  if (await isKnown(tx, known, received)) return
  const conversationId = known ?? (await createConversation(tx, { userId, mailboxId, send, receivedAt }))
  const content: StoredMessage = { ...received, sendId: send.id }
  const [row] = await tx
    .insert(relatedMessages)
    .values({ userId, conversationId, mailAccountId: mailboxId, providerId, received: content, receivedAt })
    .onConflictDoNothing()
    .returning({ id: relatedMessages.id })
  if (!row) return
  if ((await evict(tx, conversationId)).includes(row.id)) return
  await tx
    .update(conversations)
    .set({
      unread: true,
      ...(known ? {} : { snippet: 'A message from the same company may belong here' }),
    })
    .where(eq(conversations.id, conversationId))
}

/**
 * Deletes what exceeds the limit of a conversation, the oldest first: of the messages that wait, those that their sender's domain disowns go
 * before all others. Dismissed ones, which must not come back, take no room from them. @returns the ids
 */
async function evict(tx: Db, conversationId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    delete from related_messages where id in (
      select id from (
        select id, row_number() over (partition by received is null
          order by received @> '{"inbound": {"failsDmarc": true}}', received_at desc, id desc) as place
        from related_messages where conversation_id = ${conversationId}::uuid) placed
      where place > ${MAX_RELATED}::int)
    returning id`)
  return rows.map(({ id }) => id)
}

/** The newest email of this mailbox to a contact with this domain; one with the same subject comes first. */
async function findSendToDomain(
  tx: Db,
  userId: string,
  { inbound, mailboxId, receivedAt }: ReceivedMessage,
  domain: string,
): Promise<Send | null> {
  const at = sql`${receivedAt.toISOString()}::timestamptz`
  const rows = await tx
    .select({ send: emailSends })
    .from(contacts)
    .innerJoin(emailSends, eq(emailSends.contactId, contacts.id))
    .where(
      and(
        eq(contacts.userId, userId),
        eq(emailDomain, domain),
        eq(emailSends.senderAccountId, mailboxId),
        eq(emailSends.state, 'sent'),
        eq(emailSends.isTest, false),
        sql`${emailSends.sentAt} between ${at} - make_interval(days => ${MAX_DAYS}::int) and ${at}`,
      ),
    )
    .orderBy(sql`${emailSends.sentAt} desc`)
    .limit(MAX_SENDS)
  const subject = bareSubject(inbound.subject)
  const same = rows.find(({ send }) => subject !== '' && bareSubject(send.subject) === subject)
  return (same ?? rows[0])?.send ?? null
}

/**
 * Whether a message waits already, was dismissed, or was recorded because the user added it. One that was moved to another folder has another
 * id at its provider. Programs that give several messages one id exist, so the sender and the subject count too.
 */
async function isKnown(
  tx: Db,
  conversationId: string | null,
  { mailboxId, providerId, receivedAt, inbound }: ReceivedMessage,
): Promise<boolean> {
  const { messageId, from, subject } = inbound
  const field = (name: string) => sql`${relatedMessages.received} -> 'inbound' ->> ${name}`
  const isWaiting = and(
    sql`${field('messageId')} = ${messageId}`,
    sql`${field('from')} = ${from}`,
    sql`${field('subject')} = ${subject}`,
  )
  // Of a dismissed message, only its place and its time are kept.
  const isDismissed = and(
    isNull(relatedMessages.received),
    sql`${relatedMessages.conversationId} = ${conversationId}::uuid`,
    eq(relatedMessages.receivedAt, receivedAt),
  )
  const isAdded = and(
    eq(inboundMessages.messageId, messageId ?? ''),
    eq(inboundMessages.fromEmail, from.slice(0, 320)),
    eq(inboundMessages.subject, subject.slice(0, 1000)),
  )
  const [related, added] = await Promise.all([
    tx.$count(
      relatedMessages,
      and(eq(relatedMessages.mailAccountId, mailboxId), or(messageId ? isWaiting : undefined, isDismissed)),
    ),
    tx.$count(
      inboundMessages,
      and(
        eq(inboundMessages.mailAccountId, mailboxId),
        or(eq(inboundMessages.providerId, providerId), messageId ? isAdded : undefined),
      ),
    ),
  ])
  return related + added > 0
}
