import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { runMigrations } from 'graphile-worker'
import postgres from 'postgres'

/** Any number: every process that migrates takes the same lock, so that they go one after the other. */
const MIGRATION_LOCK = 4_227_071

/**
 * Brings the database to this program's schema, Graphile Worker's own tables included. Safe to run at once from several
 * processes. @param count stops after so many migrations of ours, for data of an older version
 */
export async function migrateDatabase(url: string, count = countMigrations()): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    // Each in a transaction of its own: what one has locked, mail must not wait for until the last one is done.
    for (let n = (await countApplied(sql)) + 1; n <= count; n++)
      await upTo(n, (folder) => migrate(drizzle(sql), { migrationsFolder: folder }))
    await runMigrations({ connectionString: url })
  } finally {
    await sql.end()
  }
}

/** How many of our migrations a database has had. */
async function countApplied(sql: postgres.Sql): Promise<number> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`
  if (!table!.isThere) return 0
  const [row] = await sql`select count(*)::int as n from drizzle.__drizzle_migrations`
  return row!.n
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

interface Journal {
  entries: { tag: string }[]
}

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8'))

/** How many migrations this program knows. */
export const countMigrations = (): number => journalOf(migrationsFolder()).entries.length

/** The library runs all migrations of a folder: the first ones alone are shown to it as a folder of their own. */
async function upTo(count: number, run: (folder: string) => Promise<void>): Promise<void> {
  const whole = migrationsFolder()
  const journal = journalOf(whole)
  if (count >= journal.entries.length) return run(whole)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'coldframe-migrations-'))
  try {
    const entries = journal.entries.slice(0, count)
    mkdirSync(path.join(folder, 'meta'))
    writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries)
      symlinkSync(path.join(whole, `${tag}.sql`), path.join(folder, `${tag}.sql`))
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
