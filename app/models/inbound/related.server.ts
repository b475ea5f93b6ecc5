import { and, eq, sql } from 'drizzle-orm'
import { contacts, conversations, emailSends, inboundMessages, relatedMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { MAX_RELATED } from '~/models/inbox/related.server'
import { createConversation, findConversation } from '~/models/inbox/store.server'
import { toAsciiDomain } from '~/models/shared/email-domain'
import { domainOf } from '~/models/suppressions/suppression.server'
import { bareSubject } from '~/providers/mail/inbound/subject'
import { isFreemail } from './freemail.server'
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
  if (!send || (await isKnown(tx, mailboxId, providerId))) return
  const known = await findConversation(tx, send)
  const conversationId = known ?? (await createConversation(tx, { userId, mailboxId, send, receivedAt }))
  const content: StoredMessage = { ...received, sendId: send.id }
  const [row] = await tx
    .insert(relatedMessages)
    .values({ userId, conversationId, mailAccountId: mailboxId, providerId, received: content, receivedAt })
    .onConflictDoNothing()
    .returning({ id: relatedMessages.id })
  if (!row) return
  await tx.execute(sql`
    delete from related_messages where id in (
      select id from related_messages where conversation_id = ${conversationId}::uuid
      order by received_at desc, id desc offset ${MAX_RELATED}::int)`)
  await tx
    .update(conversations)
    .set({
      unread: true,
      ...(known ? {} : { snippet: 'A message from the same company may belong here' }),
    })
    .where(eq(conversations.id, conversationId))
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
        sql`split_part(lower(${contacts.email}), '@', -1) = ${domain}`,
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

/** Whether a message was recorded already, because the user added it. */
async function isKnown(tx: Db, mailboxId: string, providerId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(and(eq(inboundMessages.mailAccountId, mailboxId), eq(inboundMessages.providerId, providerId)))
  return row !== undefined
}
