import { and, desc, eq, sql } from 'drizzle-orm'
import { contacts, emailLogs, sequences } from '#drizzle/schema'
import type { Db } from '../db.server'
import { notFound } from '../errors'
import { decodeCursor, encodeCursor } from './cursor'
import type { LogEntry, LogQuery } from './sending-log'

const STORED = { Reply: 'reply', Open: 'open', 'Not Open': 'not_open' } as const
const SHOWN = { reply: 'Reply', open: 'Open', not_open: 'Not Open' } as const

/** A page of the sending log, newest first, and the cursor of the next one. */
export async function listSendingLog(db: Db, userId: string, query: LogQuery) {
  const after = query.cursor ? decodeCursor(query.cursor) : null
  if (query.sequenceId) {
    const [own] = await db
      .select({ id: sequences.id })
      .from(sequences)
      .where(and(eq(sequences.id, query.sequenceId), eq(sequences.userId, userId)))
    if (!own) notFound('Sequence not found')
  }
  const found = await db
    .select({
      id: emailLogs.id,
      contactName: sql<string | null>`coalesce(nullif(${emailLogs.recipientName}, ''), ${contacts.name})`,
      contactEmail: emailLogs.recipientEmail,
      subject: emailLogs.subject,
      sequenceName: emailLogs.sequenceName,
      status: emailLogs.status,
      sentAt: emailLogs.sentAt,
      bouncedAt: emailLogs.bouncedAt,
      failedAt: emailLogs.failedAt,
      detail: emailLogs.detail,
      isTestEmail: emailLogs.isTestEmail,
      createdAt: emailLogs.createdAt,
    })
    .from(emailLogs)
    .leftJoin(contacts, eq(contacts.id, emailLogs.contactId))
    .where(
      and(
        eq(emailLogs.userId, userId),
        query.status ? eq(emailLogs.status, STORED[query.status]) : undefined,
        query.sequenceId ? eq(emailLogs.sequenceId, query.sequenceId) : undefined,
        after
          ? sql`(${emailLogs.createdAt}, ${emailLogs.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(emailLogs.createdAt), desc(emailLogs.id))
    .limit(query.limit)
  const rows: LogEntry[] = found.map(({ createdAt: _, contactName, ...row }) => ({
    ...row,
    contactName: contactName && contactName !== row.contactEmail ? contactName : '',
    status: SHOWN[row.status],
  }))
  return { rows, cursor: found.length === query.limit ? encodeCursor(found.at(-1)!) : null }
}
