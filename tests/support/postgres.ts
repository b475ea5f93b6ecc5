import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '../../drizzle/embedded'
import { migrateDatabase } from '../../drizzle/migrate'

export interface TestPostgres {
  /** Address of the server's maintenance database. */
  adminUrl: string
  /** The migrated database that tests clone. */
  template: string
  stop(): Promise<void>
}

const TEMPLATE = 'template_coldframe'
// Nothing is kept, so nothing needs to reach the disk, and the databases end before they need a vacuum. Three test processes with the
// pools of several servers took 175 connections, and once all of 200.
const FLAGS = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=500'],
  ...['autovacuum=off', 'checkpoint_timeout=1d', 'max_wal_size=8GB'],
]

/**
 * A real PostgreSQL for one run of tests, with a migrated template database.
 * @param flags settings of the server; by default those of one that may lose everything
 */
export async function startTestPostgres(flags: string[] = FLAGS): Promise<TestPostgres> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    database: TEMPLATE,
    flags: flags.flatMap((flag) => ['-c', flag]),
  })
  await migrateDatabase(server.url)
  const adminUrl = server.url.replace(/\/[^/]*$/, '/postgres')
  const sql = postgres(adminUrl, { max: 1, onnotice() {} })
  await sql`update pg_database set datallowconn = false, datistemplate = true where datname = ${TEMPLATE}`
  await sql.end()
  return {
    adminUrl,
    template: TEMPLATE,
    async stop() {
      await server.stop()
      rmSync(server.dataDir, { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
