import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { conversations, type emailSends, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { askForLabel } from './ai-label.server'
import { type Proposal, proposeLabel, saysAway } from './propose'
import { toSnippet } from './snippet'
import { userWord, wordsOf } from './words'

/** Beyond this size, in bytes, a conversation's search words no longer grow. */
const MAX_SEARCHED = 200_000

/** A stored message of a mailbox, with the send that it belongs to. */
export interface StoredMessage {
  id: string
  userId: string
  mailboxId: string
  kind: (typeof inboundMessages.$inferSelect)['kind']
  send: typeof emailSends.$inferSelect
  fromEmail: string
  fromName: string
  subject: string
  text: string
  receivedAt: Date
  /** Whether it asked for no more email, and was understood so. */
  optedOut: boolean
  /** Whether it may be forged: it is shown, but labels nothing. */
  isUnproven: boolean
}

/**
 * Puts a message into the conversation that its send belongs to. A reply, automatic or not, starts the conversation if there is none;
 * a person's reply opens it and marks it unread. Call it last in the transaction: conversations come last in the lock order.
 * @returns the conversation's id; null if the message belongs to none
 */
export async function addToConversation(tx: Db, message: StoredMessage): Promise<string | null> {
  const { send, kind } = message
  // A test email, or one to a contact that was deleted.
  if (!send.contactId || kind === 'other') return null
  const isReply = kind === 'reply' || kind === 'auto_reply'
  const id = (await findConversation(tx, send)) ?? (isReply ? await createConversation(tx, message) : null)
  if (!id) return null
  await tx.update(inboundMessages).set({ conversationId: id }).where(eq(inboundMessages.id, message.id))
  if (isReply || kind === 'own') await noteMessage(tx, id, message)
  return id
}

/** The conversation of a send: its own, that of its enrollment, or the one in which another message replied to it. */
export async function findConversation(tx: Db, send: StoredMessage['send']): Promise<string | null> {
  if (send.conversationId) return send.conversationId
  if (send.sequenceContactId) {
    const [row] = await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.sequenceContactId, send.sequenceContactId))
    if (row) return row.id
  }
  const [row] = await tx
    .select({ id: inboundMessages.conversationId })
    .from(inboundMessages)
    .where(and(eq(inboundMessages.emailSendId, send.id), isNotNull(inboundMessages.conversationId)))
    .orderBy(desc(inboundMessages.receivedAt))
    .limit(1)
  return row?.id ?? null
}

/** Two mailboxes may start the conversation of one enrollment at once: the second one waits and finds it. */
async function createConversation(tx: Db, { userId, mailboxId, send, receivedAt }: StoredMessage) {
  const enrollmentId = send.sequenceContactId
  const [row] = await tx
    .insert(conversations)
    .values({
      userId,
      contactId: send.contactId!,
      mailAccountId: mailboxId,
      sequenceId: send.sequenceId,
      sequenceContactId: enrollmentId,
      subject: send.subject,
      lastMessageAt: receivedAt,
      search: wordVector([
        userWord(userId),
        ...wordsOf(`${send.recipientEmail} ${send.recipientName} ${send.subject}`),
      ]),
    })
    .onConflictDoUpdate({ target: conversations.sequenceContactId, set: { mailAccountId: mailboxId } })
    .returning({ id: conversations.id })
  return row!.id
}

/** Updates a conversation after a message of a person or an automatic reply. */
async function noteMessage(tx: Db, id: string, message: StoredMessage): Promise<void> {
  const { kind, receivedAt, subject, text, mailboxId } = message
  const words = wordsOf(`${message.fromEmail} ${message.fromName} ${subject} ${text}`)
  const at = sql`${receivedAt.toISOString()}::timestamptz`
  const isNewest = sql`${at} >= ${conversations.lastMessageAt}`
  const snippet = toSnippet(text)
  const isPerson = kind === 'reply'
  const labels = !message.isUnproven
  const isChosen = sql`${conversations.labelSource} is not distinct from 'user'`
  const away = kind === 'auto_reply' && saysAway(subject, text) ? AWAY : null
  const proposal = labels ? (isPerson ? proposalOf(message) : away) : null
  await tx
    .update(conversations)
    .set({
      ...(isPerson ? { unread: true, state: 'open', snoozedUntil: null, mailAccountId: mailboxId } : {}),
      ...(kind === 'own' ? { unread: false } : {}),
      ...(proposal ? labelUnless(isChosen, proposal, isPerson) : {}),
      snippet: sql`case when ${isNewest} then ${snippet} else ${conversations.snippet} end`,
      lastMessageAt: sql`greatest(${conversations.lastMessageAt}, ${at})`,
      search: withWords(words),
    })
    .where(eq(conversations.id, id))
  if (isPerson && labels && !proposal?.label) await askForLabel(tx, message.userId, id)
}

const AWAY: Proposal = { label: 'Out of office', date: null, email: null }

function proposalOf({ optedOut, text, receivedAt, fromEmail }: StoredMessage): Proposal {
  return optedOut
    ? { label: 'Opted out', date: null, email: null }
    : proposeLabel(text, receivedAt, fromEmail)
}

/** Sets a proposed label unless the user chose one. A person's reply replaces what rules proposed before, an absence note does not. */
function labelUnless(isChosen: ReturnType<typeof sql>, { label, date, email }: Proposal, replaces: boolean) {
  const keep = replaces ? isChosen : sql`(${isChosen} or ${conversations.label} is not null)`
  const source = label ? 'rules' : null
  return {
    label: sql`case when ${keep} then ${conversations.label} else ${label}::text end`,
    labelSource: sql`case when ${keep} then ${conversations.labelSource} else ${source}::text end`,
    proposedDate: date,
    proposedEmail: email,
  }
}

/** The search words of a conversation, with these added. */
export const withWords = (words: string[]) => sql`
  case when pg_column_size(${conversations.search}) < ${MAX_SEARCHED}::int
    then ${conversations.search} || ${wordVector(words)} else ${conversations.search} end`

/** Words as PostgreSQL stores them for the search. */
export const wordVector = (words: string[]) => sql<string>`array_to_tsvector(${sql.param(words)}::text[])`
