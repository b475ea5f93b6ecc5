import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/** Sorts before every id. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** Pages through `found` by id. Materialized, because the planner might otherwise scan the whole table in id order. */
export async function pageOfIds(db: Db, found: SQL, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with found as materialized (${found})
    select id from found where id > coalesce(${after}::uuid, ${NIL}::uuid) order by id limit ${limit}::int`)
  return rows.map((row) => row.id)
}
