import { and, desc, eq, sql } from 'drizzle-orm'
import { conversations, emailSends, inboundMessages, mailAccounts, type ReceivedFile } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { type MailboxDeps, openMailbox } from '~/models/mailboxes/open.server'
import { readTexts } from '~/models/shared/mail/stored-text.server'
import { deadline } from '~/providers/net/deadline'
import {
  introductionTo,
  type Quotable,
  type Quote,
  quotableHtml,
  quoteMessage,
  withImages,
  withoutOurLinks,
} from './quote.server'

/** An image that a quote shows. */
interface QuotedImage {
  contentId: string
  name: string
  type: string
  content: Buffer
}

/** A quote and its images. */
export interface FullQuote extends Quote {
  images: QuotedImage[]
}

interface Found extends Quotable {
  timezone: string
  /** Where its images are; null for what the user wrote. */
  source: { mailboxId: string; providerId: string; files: ReceivedFile[] } | null
}

/** The message that an answer quotes: the last reply, or else the last email that was sent; null if there is none. */
async function findQuotable(db: Db, userId: string, conversationId: string): Promise<Found | null> {
  const ofConversation = and(eq(conversations.id, conversationId), eq(conversations.userId, userId))
  const [reply] = await db
    .select({
      name: inboundMessages.fromName,
      address: inboundMessages.fromEmail,
      at: inboundMessages.receivedAt,
      text: inboundMessages.text,
      body: inboundMessages.body,
      html: inboundMessages.html,
      mailboxId: inboundMessages.mailAccountId,
      providerId: inboundMessages.providerId,
      files: inboundMessages.files,
      timezone: mailAccounts.timezone,
    })
    .from(conversations)
    .innerJoin(inboundMessages, eq(inboundMessages.conversationId, conversations.id))
    .leftJoin(mailAccounts, eq(mailAccounts.id, conversations.mailAccountId))
    .where(and(ofConversation, eq(inboundMessages.kind, 'reply')))
    .orderBy(desc(inboundMessages.receivedAt), desc(inboundMessages.id))
    .limit(1)
  if (reply) {
    const { mailboxId, providerId, files, body, html, timezone, ...message } = reply
    const source = mailboxId ? { mailboxId, providerId, files } : null
    return { ...message, text: body ?? message.text, html: html ?? '', timezone: timezone ?? 'UTC', source }
  }
  const [sent] = await db
    .select({
      address: emailSends.senderEmail,
      at: sql<Date>`coalesce(${emailSends.sentAt}, ${emailSends.startedAt})`.mapWith(emailSends.sentAt),
      id: emailSends.id,
      timezone: mailAccounts.timezone,
    })
    .from(conversations)
    .innerJoin(
      emailSends,
      sql`(${emailSends.conversationId} = ${conversations.id} or ${emailSends.sequenceContactId} = ${conversations.sequenceContactId})`,
    )
    .leftJoin(mailAccounts, eq(mailAccounts.id, conversations.mailAccountId))
    .where(and(ofConversation, eq(emailSends.state, 'sent')))
    .orderBy(desc(emailSends.sentAt))
    .limit(1)
  if (!sent) return null
  const { id, timezone, ...email } = sent
  const body = (await readTexts(db, [id])).get(id) ?? { html: '', text: '' }
  return { ...email, ...body, name: '', timezone: timezone ?? 'UTC', source: null }
}

/** The most characters of a quote that the form shows. */
const MAX_SHOWN = 600

/** What an answer would quote, as the form shows it; null if there is nothing to quote. */
export async function showQuote(
  db: Db,
  userId: string,
  conversationId: string,
): Promise<{ intro: string; text: string } | null> {
  const found = await findQuotable(db, userId, conversationId)
  if (!found?.text.trim()) return null
  const text = found.text.trim()
  return {
    intro: introductionTo(found, found.timezone),
    text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text,
  }
}

/** Limits of the images that a quote keeps, and of the time to fetch them, in milliseconds. */
const MAX_IMAGES = 10
const MAX_IMAGES_BYTES = 3 * 1024 * 1024
const FETCH_MS = 10_000

/**
 * Builds the quote of an answer. For an answer in HTML the images that the quoted message shows are fetched from its mailbox; those that
 * cannot be fetched are left out with a note.
 */
export async function buildQuote(
  app: MailboxDeps & { db: Db; env: { appUrl: string } },
  userId: string,
  conversationId: string,
  asHtml: boolean,
  signal: AbortSignal,
): Promise<FullQuote | null> {
  const stored = await findQuotable(app.db, userId, conversationId)
  if (!stored) return null
  const found = { ...stored, text: withoutOurLinks(stored.text, app.env.appUrl) }
  const html = asHtml ? quotableHtml(found.html, app.env.appUrl) : null
  if (html === null) return { ...quoteMessage(found, found.timezone), images: [] }
  const fetched = await fetchImages(app, found.source, html.cids, signal)
  const ids = new Map([...fetched].map(([cid, { contentId }]) => [cid, contentId]))
  return { ...quoteMessage(found, found.timezone, withImages(html, ids)), images: [...fetched.values()] }
}

async function fetchImages(
  app: MailboxDeps & { db: Db },
  source: Found['source'],
  cids: string[],
  signal: AbortSignal,
): Promise<Map<string, QuotedImage>> {
  const images = new Map<string, QuotedImage>()
  const wanted = cids.slice(0, MAX_IMAGES).flatMap((cid) => {
    const file = source?.files.find((one) => one.cid === cid && one.type.startsWith('image/'))
    return file ? [{ cid, file }] : []
  })
  if (!source || wanted.length === 0) return images
  const limit = deadline(FETCH_MS, signal)
  try {
    const provider = await openMailbox(app.db, source.mailboxId, app)
    try {
      let room = MAX_IMAGES_BYTES
      for (const { cid, file } of wanted) {
        const fetched = await provider.attachment(source.providerId, file.part, room, limit)
        if (!fetched.ok || !fetched.content) continue
        const { bytes } = fetched.content
        room -= bytes.length
        const contentId = `image${images.size + 1}.${crypto.randomUUID()}@quoted`
        images.set(cid, { contentId, name: file.name, type: file.type, content: bytes })
      }
    } finally {
      await provider.close()
    }
  } catch {
    // The answer matters more than its pictures: what was not fetched is left out.
  }
  return images
}
