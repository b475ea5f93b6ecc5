import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/** Namespace of the workers' advisory locks. */
export const WORKER_LOCK_CLASS = 4_227_072

/** The number of live workers of this database, in all processes. */
const livingWorkers = sql`(select count(*)::int from pg_locks where locktype = 'advisory' and granted
  and classid = ${sql.raw(String(WORKER_LOCK_CLASS))}
  and database = (select oid from pg_database where datname = current_database()))`

/** The number of workers that are alive. */
export async function countWorkers(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`select ${livingWorkers} as n`)
  return row!.n
}

/** Whether any worker is alive. */
export const hasWorker = async (db: Db): Promise<boolean> => (await countWorkers(db)) > 0

/** Which of these workers are dead. A live worker holds its advisory lock. */
export async function deadWorkers(tx: Db, ids: string[]): Promise<string[]> {
  const dead: string[] = []
  for (const id of ids) {
    const [row] = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${WORKER_LOCK_CLASS}, hashtext(${id})) as free`,
    )
    if (row?.free) dead.push(id)
  }
  return dead
}
