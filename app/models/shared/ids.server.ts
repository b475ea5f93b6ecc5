import { sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'

/** Generates `n` ids like those of new rows, for rows that repeat their id in other columns. */
export async function newIds(db: Db, n: number): Promise<string[]> {
  const rows = await executePrepared<{ id: string }>(
    db,
    sql`select uuid_v7() as id from generate_series(1, ${n}::int)`,
  )
  return rows.map((row) => row.id)
}
