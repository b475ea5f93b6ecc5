import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { sequenceStats, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Sequence } from '~/models/sequences/sequence'
import { decodeCursor, encodeCursor } from '~/models/shared/cursor'
import type { PageQuery } from '~/models/shared/fields'
import { rate, WHOLE } from './report.server'

const total = (column: keyof Pick<typeof sequenceStats, 'sent' | 'opened' | 'replied' | 'pending'>) =>
  sql<number>`coalesce(sum(${sequenceStats[column]}), 0)::int`

/**
 * One page of the user's started sequences, newest first, with their counters, and the cursor of the next page.
 */
export async function listCampaigns(db: Db, userId: string, page: PageQuery) {
  const after = page.cursor ? decodeCursor(page.cursor) : null
  const found = await db
    .select({
      id: sequences.id,
      name: sequences.name,
      status: sequences.status,
      people: sequences.totalContacts,
      createdAt: sequences.createdAt,
      sent: total('sent'),
      opened: total('opened'),
      replied: total('replied'),
      pending: total('pending'),
    })
    .from(sequences)
    .leftJoin(sequenceStats, and(eq(sequenceStats.sequenceId, sequences.id), eq(sequenceStats.stepId, WHOLE)))
    .where(
      and(
        eq(sequences.userId, userId),
        ne(sequences.status, 'draft'),
        after
          ? sql`(${sequences.createdAt}, ${sequences.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .groupBy(sequences.id)
    .orderBy(desc(sequences.createdAt), desc(sequences.id))
    .limit(page.limit)
  return {
    rows: found.map(({ createdAt: _, status, ...row }) => ({
      ...row,
      status: status as Sequence['status'],
      openRate: rate(row.opened, row.sent),
      replyRate: rate(row.replied, row.sent),
    })),
    cursor: found.length === page.limit ? encodeCursor(found.at(-1)!) : null,
  }
}
