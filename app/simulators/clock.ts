import { sql } from 'drizzle-orm'
import { sandboxClock } from '#drizzle/schema/sandbox-clock'
import type { Clock } from '~/clock.server'
import type { Db } from '~/db.server'

/** Mail time that can be moved forward. It is stored in PostgreSQL, so all processes share it and it survives a restart. */
export interface SandboxClock extends Clock {
  /** Sets the clock to `at` and stops it. */
  freeze(at: Date): Promise<void>
  /** Lets the clock run on from its current time. */
  release(): Promise<void>
}

const RUNNING = sql<string>`case when ${sandboxClock.frozen} then ${sandboxClock.baseVirtual}
  else ${sandboxClock.baseVirtual} + (clock_timestamp() - ${sandboxClock.baseReal}) end`

export function createSandboxClock(db: Db): SandboxClock {
  return {
    async now() {
      const [row] = await db
        .select({ now: sql<number>`floor(extract(epoch from ${RUNNING}) * 1000)::float8` })
        .from(sandboxClock)
      if (row) return new Date(Number(row.now))
      await db.insert(sandboxClock).values({ id: 1 }).onConflictDoNothing()
      return this.now()
    },
    async freeze(at) {
      await this.now()
      await db.update(sandboxClock).set({ baseVirtual: at, baseReal: sql`clock_timestamp()`, frozen: true })
    },
    async release() {
      await db
        .update(sandboxClock)
        .set({ baseReal: sql`clock_timestamp()`, frozen: false })
        .where(sql`${sandboxClock.frozen}`)
    },
  }
}
