import { and, eq, isNull, sql } from 'drizzle-orm'
import { attachments, conversations, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { type MailboxDeps, openMailbox } from '~/models/mailboxes/open.server'
import { deadline } from '~/providers/net/deadline'
import { FILES_BYTES, type MessageFile } from '../conversation'

/** The maximum number of files of one email. */
const MAX_FILES = 20
const NAME_LENGTH = 150

const columns = {
  key: attachments.id,
  name: attachments.name,
  type: attachments.contentType,
  size: attachments.size,
}

const ofDraft = (conversationId: string) =>
  and(eq(attachments.conversationId, conversationId), isNull(attachments.emailSendId))

/** The files of a conversation's draft. The caller has checked the owner. */
export function listDraftFiles(db: Db, conversationId: string): Promise<MessageFile[]> {
  return db.select(columns).from(attachments).where(ofDraft(conversationId)).orderBy(attachments.id)
}

/**
 * Adds files to a conversation's draft. @throws AppError NOT_FOUND; INVALID if the email would have more than 20 files or 10 MB
 */
export async function addDraftFiles(
  db: Db,
  userId: string,
  conversationId: string,
  files: { name: string; type: string; content: Buffer }[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.id, conversationId), eq(conversations.userId, userId)))
      .for('update')
    if (!own) notFound('Conversation not found')
    const there = await listDraftFiles(tx, conversationId)
    const bytes = [...there.map(({ size }) => size), ...files.map(({ content }) => content.length)]
    if (bytes.length > MAX_FILES) invalid(`An email can have at most ${MAX_FILES} files`, 'files')
    if (bytes.reduce((sum, size) => sum + size, 0) > FILES_BYTES)
      invalid('The files of an email can have at most 10 MB in all', 'files')
    for (const { name, type, content } of files)
      await tx.insert(attachments).values({
        userId,
        conversationId,
        name: safeName(name),
        contentType: /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream',
        size: content.length,
        content,
      })
  })
}

/** A file name without folders and control characters. */
function safeName(name: string): string {
  const bare = name
    .slice(-1_000)
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{C}/gu, '')
    .trim()
  return bare.slice(-NAME_LENGTH) || 'file'
}

/** Removes a file from a conversation's draft. @throws AppError NOT_FOUND */
export async function removeDraftFile(
  db: Db,
  userId: string,
  conversationId: string,
  fileId: string,
): Promise<void> {
  const rows = await db
    .delete(attachments)
    .where(and(ofDraft(conversationId), eq(attachments.id, fileId), eq(attachments.userId, userId)))
    .returning({ id: attachments.id })
  if (rows.length === 0) notFound('File not found')
}

/** A file to download. */
export interface Download {
  name: string
  type: string
  content: Buffer
}

/** A file of a draft or of an email that the user wrote. @throws AppError NOT_FOUND */
export async function readOwnFile(
  db: Db,
  userId: string,
  conversationId: string,
  fileId: string,
): Promise<Download> {
  const [row] = await db
    .select({ name: attachments.name, type: attachments.contentType, content: attachments.content })
    .from(attachments)
    .where(
      and(
        eq(attachments.id, fileId),
        eq(attachments.conversationId, conversationId),
        eq(attachments.userId, userId),
      ),
    )
  return row ?? notFound('File not found')
}

/** The maximum number of bytes of a file that is downloaded from a mailbox. */
const MAX_DOWNLOADED = 25 * 1024 * 1024
/** How long its server may take, in milliseconds. */
const DOWNLOAD_MS = 60_000

/**
 * Fetches a file of a received message from its mailbox. @param part as listed with the message
 * @throws AppError NOT_FOUND if the message or the file is gone; UPSTREAM_FAILED with the server's words
 */
export async function fetchReceivedFile(
  app: MailboxDeps & { db: Db },
  userId: string,
  conversationId: string,
  messageId: string,
  part: string,
  signal: AbortSignal,
): Promise<Download> {
  const [row] = await app.db
    .select({
      mailboxId: inboundMessages.mailAccountId,
      providerId: inboundMessages.providerId,
      file: sql<{ name: string; type: string } | null>`(
        select f from jsonb_array_elements(${inboundMessages.files}) f where f ->> 'part' = ${part} limit 1)`,
    })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.id, messageId),
        eq(inboundMessages.conversationId, conversationId),
        eq(inboundMessages.userId, userId),
      ),
    )
  if (!row?.file || !row.mailboxId) notFound('File not found')
  const provider = await openMailbox(app.db, row.mailboxId, app)
  try {
    const fetched = await provider.attachment(
      row.providerId,
      part,
      MAX_DOWNLOADED,
      deadline(DOWNLOAD_MS, signal),
    )
    if (!fetched.ok) throw new AppError('UPSTREAM_FAILED', fetched.detail)
    if (!fetched.content) notFound('The message is no longer in the mailbox')
    return { name: row.file.name, type: row.file.type, content: fetched.content.bytes }
  } finally {
    await provider.close()
  }
}
