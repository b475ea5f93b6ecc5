import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { attachments, emailSends, inboundMessages, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { HAS_HTML, readTexts } from '~/models/shared/mail/stored-text.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import type { DeliveryState, Message, MessageFile } from './conversation'
import { gestureWords } from './gestures'

/** The maximum number of messages of each direction that are shown: the newest ones. */
const MOST = 200
/** The maximum number of bytes of the texts of received messages. Each may have a hundred kilobytes, and their number is up to the senders. */
const MAX_BYTES = 1024 * 1024

/** What is shown of the states of a send; a cancelled one is not shown. */
const STATES: Record<(typeof emailSends.$inferSelect)['state'], DeliveryState | null> = {
  scheduled: 'scheduled',
  claimed: 'scheduled',
  sending: 'sending',
  sent: 'sent',
  uncertain: 'uncertain',
  failed: 'failed',
  cancelled: null,
}

interface Conversation {
  id: string
  enrollmentId: string | null
}

/**
 * Received and sent messages of a conversation, oldest first; the caller has checked the owner. Of a very long one, the newest
 * messages. Their HTML is read when it is asked for: see message-html.server.ts.
 */
export async function listMessages(db: Db, userId: string, conversation: Conversation): Promise<Message[]> {
  const [received, sent] = await Promise.all([
    listReceived(db, userId, conversation),
    listSends(db, userId, conversation),
  ])
  const files = await filesOf(
    db,
    sent.flatMap(({ id, isManual }) => (isManual ? [id] : [])),
  )
  const texts = await readTexts(
    db,
    sent.map(({ id }) => id),
    { html: false },
  )
  return [
    ...received.map(fromInbound),
    ...sent.flatMap((send) => fromSend(send, texts.get(send.id)?.text ?? '', files.get(send.id) ?? [])),
  ].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

type Inbound = Awaited<ReturnType<typeof listReceived>>[number]

/** The newest received messages: at most `MOST`, and of long ones as many as have `MAX_BYTES` together. */
function listReceived(db: Db, userId: string, { id }: Conversation) {
  const newest = sql`(
    select id from (
      select id, row_number() over newest_first as n,
        sum(octet_length(text) + coalesce(octet_length(body), 0)) over newest_first as bytes
      from inbound_messages where conversation_id = ${id}::uuid
      window newest_first as (order by received_at desc, id desc)
    ) m where n = 1 or n <= ${MOST}::int and bytes <= ${MAX_BYTES}::int)`
  return db
    .select({
      id: inboundMessages.id,
      kind: inboundMessages.kind,
      kindBy: inboundMessages.kindBy,
      // Whoever has unsubscribed in another way answered the question with it.
      optOut: sql<Message['optOut']>`case when ${inboundMessages.optOut} = 'asked' and exists (
        select from contacts c where c.id = ${inboundMessages.contactId} and c.unsubscribed)
        then 'unsubscribed' else ${inboundMessages.optOut} end`,
      signs: inboundMessages.signs,
      fromName: inboundMessages.fromName,
      fromEmail: inboundMessages.fromEmail,
      recipients: inboundMessages.recipients,
      cc: inboundMessages.cc,
      mailbox: mailAccounts.email,
      subject: inboundMessages.subject,
      text: inboundMessages.text,
      body: inboundMessages.body,
      hasHtml: sql<boolean>`${inboundMessages.html} is not null`,
      reason: inboundMessages.reason,
      receivedAt: inboundMessages.receivedAt,
      textRemovedAt: inboundMessages.textRemovedAt,
      files: inboundMessages.files,
    })
    .from(inboundMessages)
    .leftJoin(mailAccounts, and(eq(mailAccounts.id, inboundMessages.mailAccountId), isOwned))
    .where(and(sql`${inboundMessages.id} in ${newest}`, eq(inboundMessages.userId, userId)))
}

type Send = Awaited<ReturnType<typeof listSends>>[number]

/** The emails of the enrollment that went out, and everything that the user wrote: the newest. */
function listSends(db: Db, userId: string, { id, enrollmentId }: Conversation) {
  const wentOut = inArray(emailSends.state, ['sending', 'sent', 'uncertain'])
  return db
    .select({
      id: emailSends.id,
      isManual: emailSends.isManual,
      senderEmail: emailSends.senderEmail,
      recipientEmail: emailSends.recipientEmail,
      answer: emailSends.answer,
      subject: emailSends.subject,
      hasHtml: HAS_HTML,
      state: emailSends.state,
      error: emailSends.error,
      stepName: emailSends.stepName,
      scheduledFor: emailSends.scheduledFor,
      startedAt: emailSends.startedAt,
      sentAt: emailSends.sentAt,
      textRemovedAt: emailSends.textRemovedAt,
    })
    .from(emailSends)
    .where(
      and(
        eq(emailSends.userId, userId),
        or(
          eq(emailSends.conversationId, id),
          enrollmentId ? and(eq(emailSends.sequenceContactId, enrollmentId), wentOut) : sql`false`,
        ),
      ),
    )
    .orderBy(desc(emailSends.scheduledFor), desc(emailSends.id))
    .limit(MOST)
}

async function filesOf(db: Db, sendIds: string[]): Promise<Map<string, MessageFile[]>> {
  const files = new Map<string, MessageFile[]>()
  if (sendIds.length === 0) return files
  const rows = await db
    .select({
      sendId: attachments.emailSendId,
      key: attachments.id,
      name: attachments.name,
      type: attachments.contentType,
      size: attachments.size,
    })
    .from(attachments)
    // Without the images of quotes.
    .where(and(inArray(attachments.emailSendId, sendIds), isNull(attachments.contentId)))
    .orderBy(attachments.id)
  for (const { sendId, ...file } of rows) files.set(sendId!, [...(files.get(sendId!) ?? []), file])
  return files
}

/** What only received messages have. */
const NOT_RECEIVED = {
  kindBy: null,
  optOut: null,
  gesture: null,
  calendar: null,
  reaction: null,
  isUnreadable: false,
  mailbox: null,
}

function fromSend(send: Send, text: string, files: MessageFile[]): Message[] {
  const state = STATES[send.state]
  if (!state) return []
  return [
    {
      id: send.id,
      direction: 'out',
      kind: send.isManual ? 'manual' : 'sequence',
      ...NOT_RECEIVED,
      fromName: '',
      from: send.senderEmail,
      to: send.answer?.to ?? [send.recipientEmail],
      cc: send.answer?.cc ?? [],
      bcc: send.answer?.bcc ?? [],
      subject: send.subject,
      text,
      whole: null,
      textRemovedAt: send.textRemovedAt,
      hasHtml: send.hasHtml,
      at: send.sentAt ?? send.startedAt ?? send.scheduledFor,
      sendId: send.id,
      state,
      problem: state === 'sent' || state === 'sending' ? null : send.error,
      stepName: send.stepName,
      files,
    },
  ]
}

/** How a received message is shown. */
const KINDS: Record<Inbound['kind'], Message['kind']> = {
  reply: 'reply',
  auto_reply: 'auto_reply',
  calendar: 'calendar',
  reaction: 'reaction',
  unproven: 'unproven',
  own: 'manual',
  bounce: 'bounce',
  complaint: 'bounce',
  other: 'bounce',
}

function fromInbound(message: Inbound): Message {
  const { mailbox, signs } = message
  const own = message.kind === 'own'
  const kind = KINDS[message.kind]
  return {
    id: message.id,
    direction: own ? 'out' : 'in',
    kind,
    kindBy: message.kindBy,
    optOut: message.optOut,
    gesture: kind === 'bounce' ? null : gestureWords(signs),
    calendar: signs.calendar ?? null,
    reaction: signs.reaction ?? null,
    isUnreadable: signs.isUnreadable ?? false,
    mailbox,
    fromName: message.fromName,
    from: message.fromEmail,
    to:
      message.recipients.length > 0
        ? message.recipients.map(({ address }) => address)
        : mailbox
          ? [mailbox]
          : [],
    cc: message.cc.map(({ address }) => address),
    bcc: [],
    subject: message.subject,
    text: kind === 'bounce' ? (message.reason ?? message.text) : message.text,
    whole: message.body,
    textRemovedAt: message.textRemovedAt,
    hasHtml: message.hasHtml,
    at: message.receivedAt,
    sendId: null,
    state: own ? 'sent' : null,
    problem: null,
    stepName: null,
    files: message.files.map(({ part, cid: _, ...file }) => ({ key: part, ...file })),
  }
}
