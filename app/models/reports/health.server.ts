import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/**
 * Resolves when PostgreSQL has written: half a megabyte of a temporary file, which fails on a full disk, and the lock of a row, which fails on a
 * server that is read-only. Leaves nothing behind.
 */
export async function probeDatabase(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`)
    await tx.execute(
      sql`select count(*) from (select n from generate_series(1, 20000) n order by -n offset 0) sorted`,
    )
    await tx.execute(sql`select from sending_control for key share skip locked`)
  })
}
