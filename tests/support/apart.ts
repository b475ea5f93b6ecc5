import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/**
 * Sets the moments apart at which rows of a table were made, in the order in which they were stored: made in one go they can
 * have the same millisecond, and then their ids say which is the newer one. Call it before they are changed.
 */
export async function setApart({ db }: { db: Db }, table: string): Promise<void> {
  const rows = sql.identifier(table)
  await db.execute(sql`
    update ${rows} t set created_at = now() - interval '1 day' + v.n * interval '1 second'
    from (select ctid as place, row_number() over (order by ctid) as n from ${rows}) v where t.ctid = v.place`)
}
