import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/**
 * Spreads the creation times of a table's rows in storage order: rows created together can share a millisecond, and
 * then their ids decide which is newer. Call it before they change.
 */
export async function spreadCreationTimes({ db }: { db: Db }, table: string): Promise<void> {
  const rows = sql.identifier(table)
  await db.execute(sql`
    update ${rows} t set created_at = now() - interval '1 day' + v.n * interval '1 second'
    from (select ctid as place, row_number() over (order by ctid) as n from ${rows}) v where t.ctid = v.place`)
}
