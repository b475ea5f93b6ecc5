import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { automaticTexts, type emailSends, type inboundMessages, senderKinds } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { toAsciiDomain } from '~/models/shared/addresses/email-domain'
import { isFreemail } from '~/models/shared/addresses/freemail.server'
import { domainOf } from '~/models/suppressions/suppression.server'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import { wordsOf } from '~/providers/mail/words/words'

type Message = typeof inboundMessages.$inferSelect
/** What a message is, and who decided it; see `inbound_messages`. */
export type Judged = Pick<Message, 'kind' | 'kindBy'>
/** What a message of somebody is. */
export type AnswerKind = 'reply' | 'auto_reply'

/** An automatic answer usually comes within this time, in milliseconds. */
const FAST_MS = 120_000
/** Shorter texts prove nothing when they come again. */
const MIN_WORDS = 5
/** The maximum number of automatic texts that are remembered for each user: the newest. */
const MAX_TEXTS = 2_000
const MAX_TEXT = 5_000

/**
 * The kind of a message as it is stored: people who send or answer an invitation, or react with an emoji, do not reply. One that
 * proposes another time, or that speaks of unsubscribing, is a reply all the same.
 */
export function kindOf({ kind, calendar, reaction, stop, mayStop }: Inbound): Message['kind'] {
  if ((kind !== 'reply' && kind !== 'other') || stop || mayStop) return kind
  if (reaction) return 'reaction'
  return calendar && calendar !== 'counter' ? 'calendar' : kind
}

/**
 * Decides what a message is. What the user said of its sender counts, unless its headers or a certain opt-out say otherwise. One that
 * only reads as automatic is so if further evidence supports it: it came at once, or the same text came from the same domain before.
 */
export async function judge(
  tx: Db,
  userId: string,
  send: typeof emailSends.$inferSelect,
  { inbound, receivedAt }: { inbound: Inbound; receivedAt: Date },
): Promise<Judged> {
  const kind = kindOf(inbound)
  if (kind !== 'reply' && kind !== 'auto_reply') return { kind, kindBy: null }
  const said = await readSenderKind(tx, userId, inbound.from)
  if (said && said !== kind && !contradicts(inbound, said)) return { kind: said, kindBy: 'sender' }
  const mayBeAutomatic = kind === 'reply' && said !== 'reply' && inbound.mayBeAutomatic && !inbound.stop
  if (mayBeAutomatic && (isFast(send, receivedAt) || (await isKnownText(tx, userId, inbound))))
    return { kind: 'auto_reply', kindBy: 'evidence' }
  return { kind, kindBy: null }
}

/** Whether a message itself proves that it is not what the user said of its sender. */
const contradicts = ({ stop, mayStop, provenBy }: Inbound, said: AnswerKind) =>
  said === 'reply' ? provenBy === 'automatic' : stop || mayStop || provenBy === 'person'

function isFast(
  { acceptedAt, sentAt, startedAt }: typeof emailSends.$inferSelect,
  receivedAt: Date,
): boolean {
  const left = acceptedAt ?? sentAt ?? startedAt
  return left !== null && receivedAt.getTime() - left.getTime() <= FAST_MS
}

async function readSenderKind(tx: Db, userId: string, from: string): Promise<AnswerKind | null> {
  if (!from) return null
  const [row] = await tx
    .select({ kind: senderKinds.kind })
    .from(senderKinds)
    .where(and(eq(senderKinds.userId, userId), eq(senderKinds.address, from.toLowerCase())))
  return row?.kind ?? null
}

/** Remembers what the user said of a sender's messages: the latest word counts. */
export async function rememberSenderKind(
  tx: Db,
  userId: string,
  from: string,
  kind: AnswerKind,
): Promise<void> {
  if (!from) return
  await tx
    .insert(senderKinds)
    .values({ userId, address: from.toLowerCase(), kind })
    .onConflictDoUpdate({ target: [senderKinds.userId, senderKinds.address], set: { kind } })
}

/** A hash of a text and the domain that it came from; null if the text is too short to be told apart. */
function hashOf(userId: string, { from, text }: Inbound): string | null {
  const words = wordsOf(text.slice(0, MAX_TEXT))
  if (words.length < MIN_WORDS || !from) return null
  const domain = domainOf(toAsciiDomain(from))
  const source = isFreemail(domain) ? from.toLowerCase() : domain
  return createHash('sha256')
    .update([userId, source, words.join(' ')].join('\n'))
    .digest('base64url')
}

async function isKnownText(tx: Db, userId: string, inbound: Inbound): Promise<boolean> {
  const hash = hashOf(userId, inbound)
  if (!hash) return false
  const [row] = await tx
    .select({ hash: automaticTexts.hash })
    .from(automaticTexts)
    .where(and(eq(automaticTexts.userId, userId), eq(automaticTexts.hash, hash)))
  return row !== undefined
}

/** Remembers the text of a message that is automatic, or reads so. */
export async function rememberText(
  tx: Db,
  userId: string,
  kind: Message['kind'],
  inbound: Inbound,
  now: Date,
): Promise<void> {
  const hash = kind === 'auto_reply' || inbound.mayBeAutomatic ? hashOf(userId, inbound) : null
  if (!hash) return
  await tx
    .insert(automaticTexts)
    .values({ userId, hash, seenAt: now })
    .onConflictDoUpdate({ target: [automaticTexts.userId, automaticTexts.hash], set: { seenAt: now } })
  await tx.execute(sql`
    delete from automatic_texts where user_id = ${userId}::uuid and seen_at < (
      select seen_at from automatic_texts where user_id = ${userId}::uuid
      order by seen_at desc offset ${MAX_TEXTS - 1}::int limit 1)`)
}
