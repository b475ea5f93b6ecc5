import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { attachments, emailSends, inboundMessages, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isOwned } from '~/models/shared/mailbox-owner.server'
import type { DeliveryState, Message, MessageFile } from './conversation'
import { withoutPixel } from './message-html.server'

/** Most messages of each direction that are shown: the newest ones. */
const MOST = 200

type Send = typeof emailSends.$inferSelect
type Inbound = typeof inboundMessages.$inferSelect

/** What is shown of the states of a send; a cancelled one is not shown. */
const STATES: Record<Send['state'], DeliveryState | null> = {
  scheduled: 'scheduled',
  claimed: 'scheduled',
  sending: 'sending',
  sent: 'sent',
  uncertain: 'uncertain',
  failed: 'failed',
  cancelled: null,
}

/** Received and sent messages of a conversation that the caller has found to be the user's, oldest first. */
export async function listMessages(
  db: Db,
  userId: string,
  conversation: { id: string; enrollmentId: string | null },
): Promise<Message[]> {
  const [received, sent] = await Promise.all([
    db
      .select({ message: inboundMessages, mailbox: mailAccounts.email })
      .from(inboundMessages)
      .leftJoin(mailAccounts, and(eq(mailAccounts.id, inboundMessages.mailAccountId), isOwned))
      .where(and(eq(inboundMessages.conversationId, conversation.id), eq(inboundMessages.userId, userId)))
      .orderBy(desc(inboundMessages.receivedAt), desc(inboundMessages.id))
      .limit(MOST),
    listSends(db, userId, conversation),
  ])
  const files = await filesOf(
    db,
    sent.flatMap(({ id, isManual }) => (isManual ? [id] : [])),
  )
  return [
    ...received.map(({ message, mailbox }) => fromInbound(message, mailbox)),
    ...sent.flatMap((send) => fromSend(send, files.get(send.id) ?? [])),
  ].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** The emails of the enrollment that went out, and everything that the user wrote. */
function listSends(
  db: Db,
  userId: string,
  { id, enrollmentId }: { id: string; enrollmentId: string | null },
): Promise<Send[]> {
  const wentOut = inArray(emailSends.state, ['sending', 'sent', 'uncertain'])
  return db
    .select()
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
    .where(inArray(attachments.emailSendId, sendIds))
    .orderBy(attachments.id)
  for (const { sendId, ...file } of rows) files.set(sendId!, [...(files.get(sendId!) ?? []), file])
  return files
}

function fromSend(send: Send, files: MessageFile[]): Message[] {
  const state = STATES[send.state]
  if (!state) return []
  return [
    {
      id: send.id,
      direction: 'out',
      kind: send.isManual ? 'manual' : 'sequence',
      fromName: '',
      from: send.senderEmail,
      to: [send.recipientEmail],
      subject: send.subject,
      text: send.plainTextBody,
      whole: null,
      html: withoutPixel(send.htmlBody, send.trackingToken),
      at: send.sentAt ?? send.startedAt ?? send.scheduledFor,
      sendId: send.id,
      state,
      problem: state === 'sent' || state === 'sending' ? null : send.error,
      stepName: send.stepName,
      files,
    },
  ]
}

function fromInbound(message: Inbound, mailbox: string | null): Message {
  const own = message.kind === 'own'
  const kind = own
    ? 'manual'
    : message.kind === 'reply' || message.kind === 'auto_reply'
      ? message.kind
      : 'bounce'
  return {
    id: message.id,
    direction: own ? 'out' : 'in',
    kind,
    fromName: message.fromName,
    from: message.fromEmail,
    to:
      message.recipients.length > 0
        ? message.recipients.map(({ address }) => address)
        : mailbox
          ? [mailbox]
          : [],
    subject: message.subject,
    text: kind === 'bounce' ? (message.reason ?? message.text) : message.text,
    whole: message.body,
    html: message.html ?? '',
    at: message.receivedAt,
    sendId: null,
    state: own ? 'sent' : null,
    problem: null,
    stepName: null,
    files: message.files.map(({ part, ...file }) => ({ key: part, ...file })),
  }
}
