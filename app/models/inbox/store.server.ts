import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { conversations, type emailSends, inboundMessages, type MessageSigns } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { askForLabel } from './ai-label.server'
import { gestureWords } from './gestures'
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
  kindBy: (typeof inboundMessages.$inferSelect)['kindBy']
  /** What an unproven message claims to be. */
  claims?: (typeof inboundMessages.$inferSelect)['claims']
  signs: MessageSigns
  send: typeof emailSends.$inferSelect
  fromEmail: string
  fromName: string
  subject: string
  text: string
  receivedAt: Date
  /** Whether it asked for no more email, and was understood so. */
  optedOut: boolean
}

/**
 * Puts a message into the conversation that its send belongs to. Whatever a person or a program answers starts the conversation if there
 * is none; what a person wrote opens it and marks it unread. Call it last in the transaction: conversations come last in the lock order.
 * @returns the conversation's id; null if the message belongs to none
 */
export async function addToConversation(tx: Db, message: StoredMessage): Promise<string | null> {
  const { send, kind, claims } = message
  // A test email, or one to a contact that was deleted.
  if (!send.contactId || kind === 'other') return null
  const isAnswer = ANSWERS.has(claims ?? kind)
  const id = (await findConversation(tx, send)) ?? (isAnswer ? await createConversation(tx, message) : null)
  if (!id) return null
  await tx.update(inboundMessages).set({ conversationId: id }).where(eq(inboundMessages.id, message.id))
  if (isAnswer || kind === 'own') await noteMessage(tx, id, message)
  return id
}

/** What people and programs answer. */
const ANSWERS = new Set<StoredMessage['kind']>(['reply', 'auto_reply', 'calendar', 'reaction'])

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
export async function createConversation(
  tx: Db,
  {
    userId,
    mailboxId,
    send,
    receivedAt,
  }: Pick<StoredMessage, 'userId' | 'mailboxId' | 'send' | 'receivedAt'>,
): Promise<string> {
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
  const { kind, kindBy, receivedAt, subject, text, signs, mailboxId } = message
  const words = wordsOf(`${message.fromEmail} ${message.fromName} ${subject} ${text}`)
  const at = sql`${receivedAt.toISOString()}::timestamptz`
  const isNewest = sql`${at} >= ${conversations.lastMessageAt}`
  const snippet = gestureWords(signs) ?? toSnippet(text)
  const isPerson = kind === 'reply' || kind === 'calendar'
  // What the user said of a sender may be wrong of a later message, and what may be forged is to be decided.
  const isNew = isPerson || kind === 'unproven' || (kind === 'auto_reply' && kindBy === 'sender')
  const proposal = proposalOf(message)
  await tx
    .update(conversations)
    .set({
      ...(isNew ? { unread: true, state: 'open', snoozedUntil: null } : {}),
      ...(isPerson ? { mailAccountId: mailboxId } : {}),
      ...(kind === 'own' ? { unread: false } : {}),
      ...(proposal ? labelUnless(IS_CHOSEN, proposal, kind === 'reply') : {}),
      snippet: sql`case when ${isNewest} then ${snippet} else ${conversations.snippet} end`,
      lastMessageAt: sql`greatest(${conversations.lastMessageAt}, ${at})`,
      search: withWords(words),
    })
    .where(eq(conversations.id, id))
  if (kind === 'reply' && !proposal?.label) await askForLabel(tx, message.userId, id)
}

const IS_CHOSEN = sql`${conversations.labelSource} is not distinct from 'user'`

/**
 * Gives a conversation the label that its newest message now suggests, because the user said what that message is. A label that the user
 * chose stays.
 */
export async function relabel(
  tx: Db,
  id: string,
  message: Pick<
    StoredMessage,
    'userId' | 'kind' | 'subject' | 'text' | 'signs' | 'receivedAt' | 'fromEmail' | 'optedOut'
  >,
): Promise<void> {
  const proposal = proposalOf(message) ?? NOTHING
  await tx
    .update(conversations)
    .set(labelUnless(IS_CHOSEN, proposal, true))
    .where(eq(conversations.id, id))
  if (message.kind === 'reply' && !proposal.label) await askForLabel(tx, message.userId, id)
}

const NOTHING: Proposal = { label: null, date: null, email: null }

function proposalOf({
  kind,
  optedOut,
  subject,
  text,
  signs,
  receivedAt,
  fromEmail,
}: Parameters<typeof relabel>[2]): Proposal | null {
  const email = signs.successor ?? null
  if (kind === 'auto_reply') {
    if (signs.hasLeft) return { ...NOTHING, label: 'Wrong person', email }
    return saysAway(subject, text) ? { ...NOTHING, label: 'Out of office' } : null
  }
  if (kind !== 'reply') return null
  if (optedOut) return { ...NOTHING, label: 'Opted out' }
  const proposal = proposeLabel(text, receivedAt, fromEmail)
  return { ...proposal, email: proposal.email ?? email }
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
