import { cloneDatabase, type TestDatabase } from '../../support/clone'
import { startTestPostgres } from '../../support/postgres'
import { TELLING } from './statements'

export interface BenchPostgres {
  /** A new, migrated database. */
  create(): Promise<TestDatabase>
  stop(): Promise<void>
}

/** A PostgreSQL as the product runs it: every commit reaches the disk. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const server = await startTestPostgres(TELLING)
  return { create: () => cloneDatabase(server), stop: server.stop }
}
