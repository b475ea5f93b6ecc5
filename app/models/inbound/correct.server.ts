import { and, eq, sql } from 'drizzle-orm'
import { emailLogs, emailSends, inboundMessages, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { releaseContactHold } from '~/models/contacts/holds/holds.server'
import type { Company } from '~/models/enrollments/company.server'
import { relabel } from '~/models/inbox/store.server'
import { renotifyReply } from '~/models/notifications/notify-reply.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { readOptOut } from '~/providers/mail/inbound/opt-out'
import { readReturnDay } from '~/providers/mail/inbound/return-day'
import type { Secrets } from '~/secrets.server'
import { ANSWER_HANDLERS, type AnswerResult } from './answers.server'
import { lockReplied } from './company.server'
import { type MessagePlace, type Outcome, ownMessage } from './decide.server'
import { endQuestion, listAffected, withdrawEffects } from './effects.server'
import { type AnswerKind, rememberSenderKind } from './kind.server'
import { withContact } from './match.server'

type Message = typeof inboundMessages.$inferSelect
type Send = typeof emailSends.$inferSelect

/** Only what people or programs answer can be the other; reports are neither. */
const CORRECTABLE: Message['kind'][] = ['reply', 'auto_reply', 'calendar', 'reaction', 'unproven']

/**
 * Says what a received message is: a person's reply, or an automatic answer. Undoes what it did as the other kind, does what it would have
 * done, and remembers it for its sender. Saying the same again only remembers it.
 * @throws AppError NOT_FOUND; CONFLICT for a message that can be neither
 */
export async function correctMessage(
  db: Db,
  userId: string,
  place: MessagePlace,
  kind: AnswerKind,
  now: Date,
  secrets: Secrets,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const locked = await lockMessage(tx, userId, place, kind)
    const { message, send } = locked
    if (!CORRECTABLE.includes(message.kind) || message.claims === 'bounce')
      throw new AppError('CONFLICT', 'Only what a person or a program answered can be one or the other')
    await rememberSenderKind(tx, userId, message.fromEmail, kind)
    if (message.kind === kind) {
      await tx.update(inboundMessages).set({ kindBy: 'user' }).where(ownMessage(userId, place))
      return {
        effect: kind === 'reply' ? 'It already counts as a reply.' : 'It already counts as automatic.',
      }
    }
    const { sentSince, result } = await countAs(tx, userId, locked, kind, now, secrets)
    if (message.contactId && message.kind === 'unproven')
      await releaseContactHold(tx, userId, message.contactId, 'sender_unproven', now)
    await enqueue(tx, 'due-scan', {})
    return { effect: await effectOf(tx, { kind, send, sentSince, result }) }
  })
}

/** A message with the send that it answers. What it changed, and what it will change, is locked. */
interface LockedMessage {
  message: Message
  send: Send | undefined
  /** For a message that becomes a reply, which affects the contact's colleagues. */
  company: Company | null
}

/** Locks a message, after all enrollments that it concerns. @throws AppError NOT_FOUND */
export async function lockMessage(
  tx: Db,
  userId: string,
  place: MessagePlace,
  kind: CountedKind,
): Promise<LockedMessage> {
  const own = ownMessage(userId, place)
  const [found] = await tx.select().from(inboundMessages).where(own)
  if (!found) return notFound('Message not found')
  const [answered] = found.emailSendId
    ? await tx.select().from(emailSends).where(eq(emailSends.id, found.emailSendId))
    : []
  const send = answered && (await withContact(tx, answered))
  const company = await lockAll(tx, userId, found, send, kind)
  const [message] = await tx.select().from(inboundMessages).where(own).for('update')
  return message ? { message, send, company } : notFound('Message not found')
}

/** What the user can let a message count as. */
type CountedKind = keyof typeof ANSWER_HANDLERS

/** Lets a message count as another kind, as the user says. @returns which enrollments had an email since it came, and what it led to */
export async function countAs(
  tx: Db,
  userId: string,
  { message, send, company }: LockedMessage,
  kind: CountedKind,
  now: Date,
  secrets: Secrets,
): Promise<{ sentSince: Set<string>; result: AnswerResult }> {
  const { id: messageId, contactId, conversationId } = message
  if (message.optOut === 'asked') await endQuestion(tx, userId, message, now)
  const sentSince = await withdrawEffects(tx, messageId, now)
  await tx
    .update(inboundMessages)
    .set({ kind, kindBy: 'user', claims: null, optOut: null })
    .where(eq(inboundMessages.id, messageId))
  if (send && message.kind === 'reply') await recountReply(tx, send)
  const result = send
    ? await ANSWER_HANDLERS[kind]({
        ...{ tx, userId, messageId, send, company, now, secrets },
        at: message.receivedAt,
        read: readAgain(message, kind),
      })
    : {}
  if (conversationId && (await isNewest(tx, message)))
    await relabel(tx, conversationId, { ...message, kind, optedOut: result.optedOut === true })
  if (contactId && (kind === 'reply' || kind === 'auto_reply')) {
    const about = { messageId, contactId, sequenceId: send?.sequenceId ?? null, conversationId }
    await renotifyReply(tx, userId, about, kind)
  }
  return { sentSince, result }
}

/** Locks the enrollments that the message changed, and those that it will change, all at once and so by ascending id. */
async function lockAll(
  tx: Db,
  userId: string,
  message: Message,
  send: Send | undefined,
  kind: CountedKind,
): Promise<Company | null> {
  const affected = await listAffected(tx, message.id)
  const contactId = send?.contactId
  if (contactId) {
    const enrollmentId = send.sequenceContactId
    const company = await lockReplied(tx, userId, { contactId, enrollmentId }, affected)
    return kind === 'reply' ? company : null
  }
  await lockEnrollments(tx, affected)
  return null
}

/** What the message says, read for its new kind. */
function readAgain({ subject, text, signs, receivedAt }: Message, kind: CountedKind) {
  const optOut = kind === 'reply' && readOptOut(subject, text)
  const returnsOn = kind === 'auto_reply' ? readReturnDay(text, receivedAt) : undefined
  return {
    stop: optOut === true,
    ...(optOut === 'ask' && { mayStop: true as const }),
    ...(returnsOn && { returnsOn }),
    ...(signs.hasLeft && { hasLeft: true as const }),
  }
}

/** Counts the replies to a send again, after one of them turned out to be none. */
async function recountReply(tx: Db, send: Send): Promise<void> {
  const first = sql`(select min(i.received_at) from inbound_messages i
    where i.email_send_id = ${send.id}::uuid and i.kind = 'reply')`
  await tx
    .update(emailLogs)
    .set({
      repliedAt: first,
      status: sql`case when ${first} is not null then 'reply' when ${emailLogs.openedAt} is not null then 'open' else 'not_open' end`,
    })
    .where(eq(emailLogs.emailSendId, send.id))
}

/** Whether no later answer has given the conversation its label. */
async function isNewest(tx: Db, { id, conversationId, receivedAt }: Message): Promise<boolean> {
  const [later] = await tx
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.conversationId, conversationId!),
        sql`${inboundMessages.kind} in ('reply', 'auto_reply') and ${inboundMessages.id} <> ${id}::uuid
          and ${inboundMessages.receivedAt} > ${receivedAt.toISOString()}::timestamptz`,
      ),
    )
    .limit(1)
  return later === undefined
}

/** What the correction led to, for the user. */
async function effectOf(
  tx: Db,
  about: { kind: AnswerKind; send: Send | undefined; sentSince: Set<string>; result: AnswerResult },
): Promise<string> {
  const { kind, send, sentSince, result } = about
  const enrollmentId = send?.sequenceContactId
  const [enrollment] = enrollmentId
    ? await tx
        .select({ status: sequenceContacts.status, endReason: sequenceContacts.endReason })
        .from(sequenceContacts)
        .where(eq(sequenceContacts.id, enrollmentId))
    : []
  if (kind === 'reply') {
    if (result.optedOut)
      return 'It counts as a reply. It asks for no more email, so the contact is unsubscribed.'
    if (result.asked) return 'It counts as a reply. Decide whether it asks for no more email.'
    if (!enrollment) return 'It counts as a reply.'
    return enrollment.status === 'active'
      ? 'It counts as a reply, and the sequence takes the branch for replies.'
      : 'It counts as a reply, and the sequence has ended.'
  }
  if (!enrollment) return 'It counts as an automatic answer.'
  if (sentSince.has(enrollmentId!))
    return `It counts as an automatic answer. An email was sent because of the reply and cannot be taken back; the sequence ${enrollment.status === 'active' ? 'goes on from there' : 'has ended with it'}.`
  if (enrollment.status === 'active') return 'It counts as an automatic answer, and the sequence goes on.'
  if (enrollment.endReason === 'contact_left')
    return 'It counts as an automatic answer. It says that the contact has left, so the sequence has ended.'
  if (enrollment.endReason === 'unsubscribed')
    return 'It counts as an automatic answer. The contact stays unsubscribed; lift that on their screen if they did not ask for it.'
  return 'It counts as an automatic answer. The sequence has ended for another reason and stays ended.'
}
