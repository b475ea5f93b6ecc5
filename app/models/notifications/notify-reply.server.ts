import { and, eq } from 'drizzle-orm'
import { contacts, notifications, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notifySystem } from './notification.server'

/** A received message of a contact. */
export interface ReplyNotice {
  /** Id of the inbound message. */
  messageId: string
  contactId: string
  sequenceId: string | null
  conversationId: string | null
  /** The address that wrote, and those that it wants answers at. */
  from?: string
  replyTo?: string[]
}

const keyOf = (messageId: string) => `reply:${messageId}`

/** Who sent a message, in words and as metadata; null if the contact was deleted. */
async function describeSender(tx: Db, userId: string, about: ReplyNotice) {
  const [contact] = await tx
    .select({
      email: contacts.email,
      name: contacts.name,
      firstName: contacts.firstName,
      lastName: contacts.lastName,
    })
    .from(contacts)
    .where(and(eq(contacts.id, about.contactId), eq(contacts.userId, userId)))
  if (!contact) return null
  const [sequence] = about.sequenceId
    ? await tx
        .select({ name: sequences.name })
        .from(sequences)
        .where(and(eq(sequences.id, about.sequenceId), eq(sequences.userId, userId)))
    : []
  // The name of a contact without a name is its address.
  const known = [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.name
  const contactName = known.includes('@') ? '' : known
  return {
    who: contactName ? `${contactName} (${contact.email})` : contact.email,
    sequenceName: sequence?.name ?? null,
    metadata: {
      contactEmail: contact.email,
      contactId: about.contactId,
      ...(about.conversationId && { conversationId: about.conversationId }),
      ...(contactName && { contactName }),
      ...(sequence && { sequenceId: about.sequenceId, sequenceName: sequence.name }),
    },
  }
}

/** Notifies about a human reply, once per message, in the transaction that records it. */
export async function notifyReply(tx: Db, userId: string, about: ReplyNotice): Promise<void> {
  const sender = await describeSender(tx, userId, about)
  if (!sender) return
  const { who, sequenceName, metadata } = sender
  // The address that really wrote: a name can say anything.
  const [from, email] = [about.from?.toLowerCase(), metadata.contactEmail.toLowerCase()]
  const replied = from && from !== email ? `${about.from} replied in place of ${who} to` : `${who} replied to`
  const elsewhere = (about.replyTo ?? []).filter((address) => ![from, email].includes(address.toLowerCase()))
  const asks = elsewhere.length > 0 ? ` Answers are wanted at ${elsewhere.slice(0, 3).join(', ')}.` : ''
  await notifySystem(tx, userId, {
    title: 'New reply',
    message: `${replied} ${sequenceName === null ? 'your email' : `the sequence "${sequenceName}"`}.${asks}`,
    dedupeKey: keyOf(about.messageId),
    metadata,
  })
}

/** Notifies about a reply that may ask for no more email. */
export async function notifyOptOutAsked(tx: Db, userId: string, about: ReplyNotice): Promise<void> {
  const sender = await describeSender(tx, userId, about)
  if (!sender) return
  await notifySystem(tx, userId, {
    title: 'Unsubscribe?',
    message: `${sender.who} may have asked for no more email. Their sequences are held until you decide.`,
    dedupeKey: keyOf(about.messageId),
    metadata: sender.metadata,
  })
}

/** Notifies about an invitation, or the answer to one. @param what in words */
export async function notifyCalendar(
  tx: Db,
  userId: string,
  about: ReplyNotice,
  what: string,
): Promise<void> {
  const sender = await describeSender(tx, userId, about)
  if (!sender) return
  await notifySystem(tx, userId, {
    title: 'Calendar',
    message: `${sender.who}: ${what}. Their sequences are held until you resume them.`,
    dedupeKey: keyOf(about.messageId),
    metadata: sender.metadata,
  })
}

/** Notifies about a message that is automatic only because the user said so of its sender before. */
export async function notifyAutomatic(tx: Db, userId: string, about: ReplyNotice): Promise<void> {
  const sender = await describeSender(tx, userId, about)
  if (!sender) return
  await notifySystem(tx, userId, {
    title: 'Automatic answer',
    message: `${sender.who} wrote again. It counts as an automatic answer, as you said of this sender before; say so if a person wrote it.`,
    dedupeKey: keyOf(about.messageId),
    metadata: sender.metadata,
  })
}

/** Marks the notification of a message as read, because the user has decided about the message. */
export async function settleReplyNotice(tx: Db, userId: string, messageId: string): Promise<void> {
  await tx.update(notifications).set({ read: true }).where(noticeOf(userId, messageId))
}

/** Rewrites the notification of a message that the user says is something else. It counts as read. */
export async function renotifyReply(
  tx: Db,
  userId: string,
  about: ReplyNotice,
  kind: 'reply' | 'auto_reply',
): Promise<void> {
  await tx.delete(notifications).where(noticeOf(userId, about.messageId))
  if (kind === 'reply') await notifyReply(tx, userId, about)
  else {
    const sender = await describeSender(tx, userId, about)
    if (!sender) return
    await notifySystem(tx, userId, {
      title: 'Automatic answer',
      message: `${sender.who} answered automatically, as you said.`,
      dedupeKey: keyOf(about.messageId),
      metadata: sender.metadata,
    })
  }
  await settleReplyNotice(tx, userId, about.messageId)
}

const noticeOf = (userId: string, messageId: string) =>
  and(eq(notifications.userId, userId), eq(notifications.dedupeKey, keyOf(messageId)))
