import { existsSync } from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { runMigrations } from 'graphile-worker'
import postgres from 'postgres'

/** Any number: every process that migrates takes the same lock, so that they go one after the other. */
const MIGRATION_LOCK = 4_227_071

/** Brings the database to this program's schema, Graphile Worker's own tables included. Safe to run at once from several processes. */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(drizzle(sql), { migrationsFolder: migrationsFolder() })
    await runMigrations({ connectionString: url })
  } finally {
    await sql.end()
  }
}

/** Beside this file in development, in the checkout when bundled into build/. */
function migrationsFolder(): string {
  for (const base of [import.meta.dirname, process.cwd()]) {
    for (const sub of ['migrations', 'drizzle/migrations']) {
      const folder = path.join(base, sub)
      if (existsSync(path.join(folder, 'meta', '_journal.json'))) return folder
    }
  }
  throw new Error('drizzle/migrations is missing')
}
