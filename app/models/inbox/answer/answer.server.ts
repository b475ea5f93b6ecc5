import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import {
  attachments,
  contacts,
  conversations,
  emailSends,
  inboundMessages,
  mailAccounts,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { enqueue, enqueueAfter } from '~/jobs/queue/enqueue.server'
import { listDateKeys } from '~/models/contacts/own-fields/own-fields.server'
import type { Recipient } from '~/models/contacts/variables'
import { messageIdOf } from '~/models/shared/mail/message-id'
import { areLinksReachable, LINKS_UNREACHABLE, type LinkSettings } from '~/models/templates/link-reach.server'
import { sanitizeEmailHtml } from '~/models/templates/mail-html.server'
import { renderWritten } from '~/models/templates/render-mail'
import { bareSubject } from '~/providers/mail/inbound/subject'
import { newToken, type Secrets } from '~/secrets.server'
import { type Answer, UNDO_SECONDS } from '../conversation'
import { toSnippet } from '../snippet'
import { withWords } from '../store.server'
import { wordsOf } from '../words'
import { deleteDraft } from './draft.server'
import type { FullQuote } from './quoted.server'
import { checkRecipients, readAnswerChoices } from './recipients.server'

/** What a caller may add to an answer. */
export interface AnswerExtras {
  /** The id of the email: a second call with it sends nothing more. */
  wantedId?: string | undefined
  /** The message that is quoted below the text. */
  quote?: FullQuote | null
}

/**
 * Answers in a conversation, from the mailbox that was written to: the email waits in the outbox for ten seconds, in which it can be
 * undone, or until `sendAt`. Sends the files of the draft, and deletes the draft.
 * @throws AppError NOT_FOUND; INVALID for an empty text, an unknown variable, a time that has passed, or a recipient that must not be
 * emailed; CONFLICT if the mailbox cannot send
 */
export async function answerConversation(
  db: Db,
  userId: string,
  conversationId: string,
  answer: Answer,
  now: Date,
  env: LinkSettings,
  secrets: Secrets,
  { wantedId, quote = null }: AnswerExtras = {},
): Promise<{ sendId: string }> {
  return db.transaction(async (tx) => {
    const { conversation, contact, box } = await lockConversation(tx, userId, conversationId)
    if (wantedId && (await isSent(tx, conversationId, wantedId))) return { sendId: wantedId }
    const sender = requireSender(box, env)
    const alias = await aliasOf(tx, conversation, sender.id)
    const from = alias ?? sender.email
    const { hashes, ...recipients } = await recipientsOf(
      tx,
      userId,
      conversationId,
      answer,
      contact.email,
      secrets,
    )
    const to = recipients.to[0]!
    const dateKeys = await listDateKeys(tx, userId)
    const content = render(answer, { ...contact, dateKeys }, sender.signature, quote)
    const at = sendTime(answer, now)
    const id = wantedId && !(await isTaken(tx, wantedId)) ? wantedId : crypto.randomUUID()
    await tx.insert(emailSends).values({
      id,
      userId,
      conversationId,
      isManual: true,
      contactId: conversation.contactId,
      senderAccountId: sender.id,
      sendAsEmail: alias,
      senderEmail: from,
      recipientEmail: to,
      recipientName: to === contact.email && contact.name !== contact.email ? contact.name : '',
      subject: await subjectOf(tx, conversation),
      htmlBody: content.html,
      plainTextBody: content.text,
      answer: {
        ...recipients,
        hashes,
        text: answer.html?.trim() ? null : (answer.text ?? ''),
        html: answer.html?.trim() ? answer.html : null,
        quote: quote !== null,
      },
      state: 'scheduled',
      tracked: false,
      trackingToken: newToken(),
      unsubscribeToken: newToken(),
      messageId: messageIdOf(id, 1, from),
      plannedAt: at,
      scheduledFor: at,
    })
    await tx
      .update(attachments)
      .set({ emailSendId: id })
      .where(and(eq(attachments.conversationId, conversationId), isNull(attachments.emailSendId)))
    for (const { contentId, name, type, content: bytes } of quote?.images ?? [])
      await tx.insert(attachments).values({
        ...{ userId, conversationId, emailSendId: id, contentId, name },
        ...{ contentType: type, size: bytes.length, content: bytes },
      })
    await deleteDraft(tx, conversationId)
    await tx
      .update(conversations)
      .set({
        unread: false,
        // The first email of a conversation that the user began.
        snippet: sql`case when ${conversations.snippet} = '' then ${toSnippet(content.own)} else ${conversations.snippet} end`,
        search: withWords(wordsOf(content.own)),
        ...(answer.markDone ? { state: 'done', snoozedUntil: null } : {}),
      })
      .where(eq(conversations.id, conversationId))
    const seconds = Math.max(1, (at.getTime() - now.getTime()) / 1000)
    // Only a hint: the minute's scan finds it too.
    if (box && seconds <= 60) await enqueueAfter(tx, 'send-step', { mailboxId: box.id }, seconds)
    return { sendId: id }
  })
}

/** Sends an email that waits for its time at once. @throws AppError NOT_FOUND; CONFLICT if it no longer waits */
export async function sendNow(db: Db, userId: string, conversationId: string, sendId: string, now: Date) {
  const own = and(
    eq(emailSends.id, sendId),
    eq(emailSends.userId, userId),
    eq(emailSends.conversationId, conversationId),
    eq(emailSends.isManual, true),
  )
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(emailSends)
      .set({ scheduledFor: now })
      .where(and(own, eq(emailSends.state, 'scheduled')))
      .returning({ mailboxId: emailSends.senderAccountId })
    if (row?.mailboxId) return enqueue(tx, 'send-step', { mailboxId: row.mailboxId })
    if ((await tx.$count(emailSends, own)) === 0) notFound('Email not found')
    throw new AppError('CONFLICT', 'This email no longer waits')
  })
}

/** Whether an answer with this id was sent, or waits to be. */
const isSent = async (tx: Db, conversationId: string, id: string): Promise<boolean> =>
  (await tx.$count(
    emailSends,
    and(
      eq(emailSends.id, id),
      eq(emailSends.conversationId, conversationId),
      ne(emailSends.state, 'cancelled'),
    ),
  )) > 0

/** Whether an email has this id: an answer that was undone. */
const isTaken = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.$count(emailSends, eq(emailSends.id, id))) > 0

async function lockConversation(tx: Db, userId: string, id: string) {
  const [row] = await tx
    .select({ conversation: conversations, contact: contacts, box: mailAccounts })
    .from(conversations)
    .innerJoin(contacts, eq(contacts.id, conversations.contactId))
    .leftJoin(
      mailAccounts,
      and(eq(mailAccounts.id, conversations.mailAccountId), eq(mailAccounts.userId, userId)),
    )
    .where(and(eq(conversations.id, id), eq(conversations.userId, userId)))
    .for('update', { of: conversations })
  return row ?? notFound('Conversation not found')
}

/** The mailbox that answers leave from. A paused one may send them: its pause is about the emails of sequences. */
function requireSender(box: typeof mailAccounts.$inferSelect | null, env: LinkSettings) {
  if (!box) throw new AppError('CONFLICT', 'The mailbox of this conversation was disconnected')
  if (box.status !== 'connected' && box.status !== 'error')
    throw new AppError('CONFLICT', `${box.email} needs to be reconnected first`)
  if (!areLinksReachable(env, box)) throw new AppError('CONFLICT', LINKS_UNREACHABLE)
  return box
}

/** The alias that the conversation's last email left from, which is the address that the contact wrote to; null for none. */
async function aliasOf(
  tx: Db,
  { id, sequenceContactId }: typeof conversations.$inferSelect,
  mailboxId: string,
): Promise<string | null> {
  const [last] = await tx
    .select({ alias: emailSends.sendAsEmail })
    .from(emailSends)
    .where(
      and(
        or(
          eq(emailSends.conversationId, id),
          sequenceContactId ? eq(emailSends.sequenceContactId, sequenceContactId) : sql`false`,
        ),
        eq(emailSends.senderAccountId, mailboxId),
        eq(emailSends.state, 'sent'),
      ),
    )
    .orderBy(desc(emailSends.sentAt))
    .limit(1)
  return last?.alias ?? null
}

/** The recipients that were asked for, or those that an answer has by default: whom the last message wants answers to go to. */
async function recipientsOf(
  tx: Db,
  userId: string,
  conversationId: string,
  { to, cc, bcc }: Answer,
  contactEmail: string,
  secrets: Secrets,
) {
  const given = { to: to ?? [], cc: cc ?? [], bcc: bcc ?? [] }
  if (!to) given.to = (await readAnswerChoices(tx, userId, conversationId, contactEmail)).one.to
  return checkRecipients(tx, userId, given, secrets, contactEmail)
}

/** The subject of an answer: that of the last message, or the conversation's own for its first one. */
async function subjectOf(tx: Db, { id, subject }: { id: string; subject: string }): Promise<string> {
  const [last] = await tx
    .select({ subject: inboundMessages.subject })
    .from(inboundMessages)
    .where(and(eq(inboundMessages.conversationId, id), inArray(inboundMessages.kind, ['reply', 'own'])))
    .orderBy(desc(inboundMessages.receivedAt))
    .limit(1)
  const sent = await tx.$count(
    emailSends,
    and(eq(emailSends.conversationId, id), eq(emailSends.state, 'sent')),
  )
  if (!last && sent === 0) return subject
  return `Re: ${bareSubject(last?.subject || subject)}`.slice(0, 1000)
}

/** The content of an answer; `own` is its text without the quote. */
function render(answer: Answer, contact: Recipient, signature: string, quote: FullQuote | null) {
  const { text = '', html = '' } = answer
  const field = html.trim() ? 'html' : 'text'
  if (!text.trim() && !html.trim()) invalid('Write a text first', field)
  const rendered = renderWritten(
    field === 'html' ? { html: sanitizeEmailHtml(html) } : { text },
    contact,
    signature,
  )
  if ('problem' in rendered) return invalid(rendered.problem, field)
  if ('missing' in rendered)
    return invalid(`These variables have no value: ${rendered.missing.join(', ')}`, field)
  const own = rendered.text
  if (!quote) return { ...rendered, own }
  return {
    text: `${own}\n\n${quote.text}`,
    html: rendered.html && `${rendered.html}<div><br></div>${quote.html}`,
    own,
  }
}

function sendTime({ sendAt }: Answer, now: Date): Date {
  if (!sendAt) return new Date(now.getTime() + UNDO_SECONDS * 1000)
  if (sendAt <= now) invalid('Choose a time in the future', 'sendAt')
  return sendAt
}
