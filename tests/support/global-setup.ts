import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../drizzle/embedded'
import { migrateDatabase } from '../../drizzle/migrate'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's maintenance database. */
    adminUrl: string
    /** Name of the migrated database that every test file clones. */
    template: string
  }
}

/** One real PostgreSQL per run, with a migrated template database; durability is off, it is thrown away. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    database: 'template_coldframe',
    flags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
  })
  await migrateDatabase(server.url)
  const adminUrl = server.url.replace(/\/[^/]*$/, '/postgres')
  const sql = postgres(adminUrl, { max: 1, onnotice() {} })
  await sql`update pg_database set datallowconn = false, datistemplate = true where datname = 'template_coldframe'`
  await sql.end()
  project.provide('adminUrl', adminUrl)
  project.provide('template', 'template_coldframe')
  return async () => {
    await server.stop()
    rmSync(server.dataDir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
