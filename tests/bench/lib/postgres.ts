import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '../../../drizzle/embedded'
import { migrateDatabase } from '../../../drizzle/migrate'
import { cloneDatabase, type TestDatabase } from '../../support/clone'

export interface BenchPostgres {
  /** A new, migrated database. */
  create(): Promise<TestDatabase>
  stop(): Promise<void>
}

const TEMPLATE = 'bench_template'

/** A PostgreSQL as the product runs it: every commit reaches the disk. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, database: TEMPLATE })
  await migrateDatabase(server.url)
  const adminUrl = server.url.replace(/\/[^/]*$/, '/postgres')
  const sql = postgres(adminUrl, { max: 1, onnotice() {} })
  await sql`update pg_database set datallowconn = false, datistemplate = true where datname = ${TEMPLATE}`
  await sql.end()
  return {
    create: () => cloneDatabase({ adminUrl, template: TEMPLATE }),
    async stop() {
      await server.stop()
      rmSync(server.dataDir, { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
