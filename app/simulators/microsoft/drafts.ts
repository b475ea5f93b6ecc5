import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { sandboxEntries, sandboxMicrosoftDrafts } from '#drizzle/schema/sandbox'
import type { Db } from '~/db.server'
import { isAddress } from '../accounts'
import { type Call, sendJson } from '../http'
import { addressesOf, headerOf, idsOf, joinMessage, setHeader, splitMessage } from '../mail/message'
import type { MailStore } from '../mail/store'
import type { MicrosoftAccount } from './accounts'
import { refuse } from './http'
import { itemId } from './ids'
import { notFound, showMessage } from './show'

type Draft = typeof sandboxMicrosoftDrafts.$inferSelect

/**
 * `POST /me/messages` with a MIME message in base64 (learn.microsoft.com/graph/outlook-send-mime-message): the draft, with a Message-ID of
 * Microsoft's instead of ours.
 */
export async function createDraft(
  db: Db,
  store: MailStore,
  account: MicrosoftAccount,
  call: Call,
): Promise<void> {
  const text = call.body.toString('ascii').trim()
  if (!call.req.headers['content-type']?.startsWith('text/plain') || !/^[a-z\d+/\s]+=*$/i.test(text))
    refuse(400, 'ErrorMimeContentInvalidBase64String', 'Invalid base64 string for MIME content.')
  const { headers: given, body } = splitMessage(Buffer.from(text, 'base64'))
  const name = await store.nextLetterName()
  const digest = createHash('sha256').update(`${account.id}/${name}`).digest('hex').slice(0, 24)
  const messageId = `<${digest.toUpperCase()}@SANDBOX.PROD.OUTLOOK.COM>`
  const raw = joinMessage({ headers: setHeader(given, 'Message-ID', messageId), body })
  const known = [...idsOf(headerOf(given, 'References')), ...idsOf(headerOf(given, 'In-Reply-To'))]
  const [earlier] = await db
    .select({ threadId: sandboxEntries.threadId })
    .from(sandboxEntries)
    .where(
      and(
        eq(sandboxEntries.owner, account.email),
        sql`${sandboxEntries.messageId} = any(${sql.param(known)}::text[])`,
      ),
    )
    .orderBy(sandboxEntries.id)
    .limit(1)
  const threadId = earlier?.threadId ?? `AAQkAD${digest}`
  const [draft] = await db
    .insert(sandboxMicrosoftDrafts)
    .values({ owner: account.email, raw, messageId, threadId, createdAt: call.now })
    .returning()
  sendJson(call, 201, showDraft(draft!))
}

/** A draft as Graph shows it. */
export const showDraft = ({ id, raw, messageId, threadId, createdAt }: Draft) =>
  showMessage({ id: itemId('draft', id), raw, messageId, threadId, at: createdAt, isDraft: true })

/** A draft that was not sent, also a deleted one. */
export async function findDraft(db: Db, account: MicrosoftAccount, number: number): Promise<Draft | null> {
  const [draft] = await db
    .select()
    .from(sandboxMicrosoftDrafts)
    .where(and(eq(sandboxMicrosoftDrafts.id, number), eq(sandboxMicrosoftDrafts.owner, account.email)))
  return draft ?? null
}

/** `POST /me/messages/{id}/send` (learn.microsoft.com/graph/api/message-send): 202 without a body. */
export async function sendDraft(
  db: Db,
  store: MailStore,
  account: MicrosoftAccount,
  number: number,
): Promise<void> {
  const draft = await findDraft(db, account, number)
  if (!draft || draft.entryId !== null) throw notFound()
  const { headers: given, body } = splitMessage(draft.raw)
  const to = ['To', 'Cc', 'Bcc'].flatMap((name) => addressesOf(headerOf(given, name)))
  if (to.length === 0 || !to.every(isAddress))
    refuse(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.')
  const written = addressesOf(headerOf(given, 'From'))
  // Another address than the account's own, or one of its aliases, may not be sent from.
  const [from = account.email] = written
  if (from !== account.email && !account.aliases.includes(from))
    refuse(
      403,
      'ErrorSendAsDenied',
      'The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.',
    )
  const headers = given.filter(({ name }) => name.toLowerCase() !== 'bcc')
  const { sent } = await store.deliver({
    ...{ service: 'microsoft', raw: joinMessage({ headers, body }), from },
    ...{ to: [...new Set(to)], sentBy: account.email, threadId: draft.threadId },
  })
  await db
    .update(sandboxMicrosoftDrafts)
    .set({ entryId: sent!.id })
    .where(and(eq(sandboxMicrosoftDrafts.id, number), isNull(sandboxMicrosoftDrafts.entryId)))
}

/** `DELETE /me/messages/{id}`: moves a message to Deleted Items, where it keeps its immutable id. */
export async function deleteDraft(db: Db, account: MicrosoftAccount, number: number): Promise<void> {
  const draft = await findDraft(db, account, number)
  if (!draft) throw notFound()
  await db
    .update(sandboxMicrosoftDrafts)
    .set({ isDeleted: true })
    .where(eq(sandboxMicrosoftDrafts.id, number))
}
