import { and, eq, or, sql } from 'drizzle-orm'
import { contacts, emailLogs, emailSends, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { getContact } from '~/models/contacts/contact.server'
import { MAILBOX_AND_CONVERSATION } from '~/models/outbox/shown/email-ids.server'
import type { Total } from '~/models/shared/fields'
import { readTexts } from '~/models/shared/mail/stored-text.server'
import { afterCursor, countUpTo, newestFirst, pageOf, updatedFrom } from '~/models/shared/page.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { LogEntry, LogQuery } from './sending-log'

const STORED = { Reply: 'reply', Open: 'open', 'Not Open': 'not_open' } as const
const SHOWN = { reply: 'Reply', open: 'Open', not_open: 'Not Open' } as const

type Filters = Omit<LogQuery, 'limit' | 'cursor'>

const filtersOf = ({ status, sequenceId, contactId, updatedSince }: Filters) =>
  and(
    status ? eq(emailLogs.status, STORED[status]) : undefined,
    sequenceId ? eq(emailLogs.sequenceId, sequenceId) : undefined,
    contactId ? eq(emailLogs.contactId, contactId) : undefined,
    updatedFrom(emailLogs.updatedAt, updatedSince),
  )

/** Counts the emails that match the filters. See countUpTo. */
export async function countSendingLog(db: Db, userId: string, query: Filters): Promise<Total> {
  const own = query.sequenceId
    ? // Checks the owner of the sequence, not of each email, so that an index-only scan is enough.
      sql`exists (select 1 from ${sequences} s where s.id = ${query.sequenceId}::uuid and s.user_id = ${userId}::uuid)`
    : eq(emailLogs.userId, userId)
  const counted = db
    .select({ one: sql`1` })
    .from(emailLogs)
    .where(and(own, filtersOf(query)))
  return countUpTo(db, counted)
}

const ENTRY = {
  id: emailLogs.id,
  contactName: sql<string | null>`coalesce(nullif(${emailLogs.recipientName}, ''), ${contacts.name})`,
  contactEmail: emailLogs.recipientEmail,
  subject: emailLogs.subject,
  contactId: emailLogs.contactId,
  sequenceId: emailLogs.sequenceId,
  stepId: emailLogs.stepId,
  variantTemplateId: emailLogs.templateId,
  ...MAILBOX_AND_CONVERSATION,
  sequenceName: emailLogs.sequenceName,
  status: emailLogs.status,
  sentAt: emailLogs.sentAt,
  bouncedAt: emailLogs.bouncedAt,
  failedAt: emailLogs.failedAt,
  detail: emailLogs.detail,
  isTestEmail: emailLogs.isTestEmail,
  updatedAt: emailLogs.updatedAt,
}

type EntryRow = Omit<LogEntry, 'contactName' | 'status'> & {
  contactName: string | null
  status: keyof typeof SHOWN
}

const toEntry = ({ contactName, ...row }: EntryRow): LogEntry => ({
  ...row,
  contactName: contactName && contactName !== row.contactEmail ? contactName : '',
  status: SHOWN[row.status],
})

/** The entries of some of a user's sends, by the send's id. A send that has no outcome yet has none. */
export async function findLogEntries(
  db: Db,
  userId: string,
  sendIds: string[],
): Promise<Map<string, LogEntry>> {
  const rows = await db
    .select({ ...ENTRY, sendId: emailLogs.emailSendId })
    .from(emailLogs)
    .leftJoin(contacts, eq(contacts.id, emailLogs.contactId))
    .leftJoin(emailSends, eq(emailSends.id, emailLogs.emailSendId))
    .where(and(eq(emailLogs.userId, userId), isAmong(emailLogs.emailSendId, sendIds)))
  return new Map(rows.map(({ sendId, ...row }) => [sendId!, toEntry(row)]))
}

/**
 * An entry with the email's plain text, which is empty once it was removed for its age.
 * @param id that of the entry, or of the send, as events have it @throws AppError NOT_FOUND
 */
export async function getLogEntry(db: Db, userId: string, id: string): Promise<LogEntry & { text: string }> {
  const [row] = await db
    .select({ ...ENTRY, sendId: emailLogs.emailSendId })
    .from(emailLogs)
    .leftJoin(contacts, eq(contacts.id, emailLogs.contactId))
    .leftJoin(emailSends, eq(emailSends.id, emailLogs.emailSendId))
    .where(and(eq(emailLogs.userId, userId), or(eq(emailLogs.id, id), eq(emailLogs.emailSendId, id))))
  if (!row) notFound('Email not found')
  const { sendId, ...entry } = row
  const texts = await readTexts(db, sendId ? [sendId] : [])
  return { ...toEntry(entry), text: (sendId && texts.get(sendId)?.text) || '' }
}

/** One page of the sending log, newest first, and the cursor of the next page. */
export async function listSendingLog(db: Db, userId: string, query: LogQuery) {
  if (query.sequenceId) {
    const [own] = await db
      .select({ id: sequences.id })
      .from(sequences)
      .where(and(eq(sequences.id, query.sequenceId), eq(sequences.userId, userId)))
    if (!own) notFound('Sequence not found')
  }
  if (query.contactId) await getContact(db, userId, query.contactId)
  const found = await db
    .select({ ...ENTRY, createdAt: emailLogs.createdAt })
    .from(emailLogs)
    .leftJoin(contacts, eq(contacts.id, emailLogs.contactId))
    .leftJoin(emailSends, eq(emailSends.id, emailLogs.emailSendId))
    .where(and(eq(emailLogs.userId, userId), filtersOf(query), afterCursor(emailLogs, query.cursor)))
    .orderBy(...newestFirst(emailLogs))
    .limit(query.limit + 1)
  const { rows, cursor } = pageOf(found, query.limit)
  return { rows: rows.map(({ createdAt: _, ...row }) => toEntry(row)), cursor }
}
