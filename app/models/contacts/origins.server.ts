import { and, eq, isNull } from 'drizzle-orm'
import { contacts, importBatches } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** Where a contact comes from: the lead database, a file with its name, or a person or program. */
export type Origin = { kind: 'lead' | 'manual' } | { kind: 'import'; file: string }

/** Where contacts come from, by id. An import that was deleted since counts as none. */
export async function originsOf(
  db: Db,
  userId: string,
  shown: readonly { id: string; apolloId: string | null }[],
): Promise<Map<string, Origin>> {
  const rows = await db
    .select({ id: contacts.id, file: importBatches.fileName })
    .from(contacts)
    .innerJoin(importBatches, eq(importBatches.id, contacts.importBatchId))
    .where(
      and(
        isAmong(
          contacts.id,
          shown.map(({ id }) => id),
        ),
        eq(contacts.userId, userId),
        isNull(importBatches.workflowRunId),
      ),
    )
  const files = new Map(rows.map(({ id, file }) => [id, file]))
  return new Map(
    shown.map(({ id, apolloId }): [string, Origin] => {
      const file = files.get(id)
      if (file !== undefined) return [id, { kind: 'import', file }]
      return [id, { kind: apolloId === null ? 'manual' : 'lead' }]
    }),
  )
}
