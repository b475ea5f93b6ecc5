import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/** Resolves when PostgreSQL has run a query. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}
