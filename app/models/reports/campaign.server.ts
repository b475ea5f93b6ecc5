import { and, eq, ne, sql } from 'drizzle-orm'
import { sequenceStats, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { Sequence } from '~/models/sequences/sequence'
import type { PageQuery } from '~/models/shared/fields'
import { afterCursor, newestFirst, pageOf } from '~/models/shared/page.server'
import { percentOfSent, WHOLE_SEQUENCE } from './report.server'

const total = (column: keyof Pick<typeof sequenceStats, 'sent' | 'opened' | 'replied' | 'pending'>) =>
  sql<number>`coalesce(sum(${sequenceStats[column]}), 0)::int`

/**
 * One page of the user's started sequences, newest first, with their counters, and the cursor of the next page.
 */
export async function listCampaigns(db: Db, userId: string, page: PageQuery) {
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
    .leftJoin(
      sequenceStats,
      and(eq(sequenceStats.sequenceId, sequences.id), eq(sequenceStats.stepId, WHOLE_SEQUENCE)),
    )
    .where(
      and(eq(sequences.userId, userId), ne(sequences.status, 'draft'), afterCursor(sequences, page.cursor)),
    )
    .groupBy(sequences.id)
    .orderBy(...newestFirst(sequences))
    .limit(page.limit + 1)
  const { rows, cursor } = pageOf(found, page.limit)
  return {
    rows: rows.map(({ createdAt: _, status, ...row }) => ({
      ...row,
      status: status as Sequence['status'],
      openRate: percentOfSent(row.opened, row.sent),
      replyRate: percentOfSent(row.replied, row.sent),
    })),
    cursor,
  }
}
