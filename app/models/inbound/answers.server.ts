import { and, eq, isNull, ne, type SQL } from 'drizzle-orm'
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
import { onStop } from '~/engine/events'
import { onAutoReply, onCalendar, onMayOptOut, onOtherReply, onReply } from '~/engine/replies'
import { getContactSettings } from '~/models/accounts/contact-settings.server'
import type { Company } from '~/models/enrollments/company.server'
import { releaseReachable } from '~/models/enrollments/reach.server'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import type { Secrets } from '~/secrets.server'
import { holdOrStopColleagues } from './company.server'
import { applyMessage } from './effects.server'
import { optOutByReply } from './opt-out.server'

type Send = typeof emailSends.$inferSelect

/** A stored message of a person or a program, with the send that it answers. The enrollments that it concerns are locked. */
interface Answer {
  tx: Db
  userId: string
  /** Id of the inbound message. */
  messageId: string
  send: Send
  /** When it was received. */
  at: Date
  read: Pick<Inbound, 'stop' | 'mayStop' | 'returnsOn' | 'hasLeft'>
  /** For a reply that affects the contact's colleagues. */
  company: Company | null
  now: Date
  secrets: Secrets
}

/** What an answer led to, for the conversation and the notification. */
export interface AnswerResult {
  /** It opted its sender out. */
  optedOut?: boolean
  /** It may ask for that, so the user is asked. */
  asked?: boolean
}

/** A person's reply: takes the replied branch, and opts out if it says so. */
async function handleReply(answer: Answer): Promise<AnswerResult> {
  const { tx, userId, messageId, send, at, read, company, now, secrets } = answer
  await tx
    .update(emailLogs)
    .set({ repliedAt: at, status: 'reply' })
    .where(and(eq(emailLogs.emailSendId, send.id), isNull(emailLogs.repliedAt)))
  await tx
    .insert(trackingEvents)
    .values({ emailSendId: send.id, contactId: send.contactId, type: 'reply', createdAt: at })
  if (send.contactId) {
    await tx.update(contacts).set({ notOpenedStreak: 0 }).where(eq(contacts.id, send.contactId))
  }
  // Opt out first, so that the replied branch does not run for a contact who asked to stop.
  const optedOut = read.stop && (await optOutByReply(tx, send, now, secrets))
  if (send.sequenceContactId && send.stepId) {
    const stepId = send.stepId
    await applyMessage(
      tx,
      messageId,
      eq(sequenceContacts.id, send.sequenceContactId),
      (s) => onReply(s, { stepId, at }),
      now,
    )
  }
  if (!send.contactId) return { optedOut }
  const { otherReplies } = await getContactSettings(tx, userId)
  await applyMessage(
    tx,
    messageId,
    and(
      activeOf(send.contactId),
      send.sequenceContactId ? ne(sequenceContacts.id, send.sequenceContactId) : undefined,
    ),
    (s) => onOtherReply(s, at, otherReplies),
    now,
  )
  await releaseReachable(tx, [send.contactId], now)
  if (company) await holdOrStopColleagues(tx, userId, messageId, company, at, now)
  return { optedOut, asked: await askAboutOptOut(answer) }
}

/** Holds the contact's enrollments if a reply may ask for no more email. @returns whether the user has to decide */
async function askAboutOptOut({ tx, userId, messageId, send, read, now }: Answer): Promise<boolean> {
  if (read.stop || !read.mayStop || !send.contactId) return false
  const [contact] = await tx
    .select({ unsubscribed: contacts.unsubscribed })
    .from(contacts)
    .where(and(eq(contacts.id, send.contactId), eq(contacts.userId, userId)))
  if (!contact || contact.unsubscribed) return false
  await tx.update(inboundMessages).set({ optOut: 'asked' }).where(eq(inboundMessages.id, messageId))
  await applyMessage(tx, messageId, activeOf(send.contactId), onMayOptOut, now)
  return true
}

/** An automatic answer: waits for the return of its sender, or ends the enrollments of one who has left. */
async function handleAutoReply({ tx, messageId, send, read, now }: Answer): Promise<AnswerResult> {
  const { returnsOn, hasLeft } = read
  if (!send.contactId) return {}
  await applyMessage(
    tx,
    messageId,
    activeOf(send.contactId),
    (s) =>
      hasLeft
        ? onStop(s, 'contact_left')
        : onAutoReply(s, returnsOn ? startOfDay(returnsOn, s.plan.timezone) : null),
    now,
  )
  return {}
}

/** An invitation, or the answer to one: the user decides how to go on. */
async function handleCalendar({ tx, messageId, send, now }: Answer): Promise<AnswerResult> {
  if (send.contactId) await applyMessage(tx, messageId, activeOf(send.contactId), onCalendar, now)
  return {}
}

/** The handlers of what people and programs write. A reaction changes nothing. */
export const ANSWER_HANDLERS = {
  reply: handleReply,
  auto_reply: handleAutoReply,
  calendar: handleCalendar,
  reaction: async (): Promise<AnswerResult> => ({}),
}

/** Whether a message is one of these. */
export const isAnswer = (kind: string): kind is keyof typeof ANSWER_HANDLERS =>
  Object.hasOwn(ANSWER_HANDLERS, kind)

/** The active enrollments of a contact. */
const activeOf = (contactId: string): SQL =>
  and(eq(sequenceContacts.contactId, contactId), eq(sequenceContacts.status, 'active'))!
