import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import postgres from 'postgres'
import { type PlannedMigration, planMigration } from './migration-plan'
import { enterWindow } from './version-window'

/** An arbitrary number: all migrating processes take the same lock, so that they run one after another. */
const MIGRATION_LOCK = 4_227_071

/**
 * Migrates the database to this program's schema, including Graphile Worker's own tables. Several processes may run it at once.
 * @param count how many of our migrations to apply, for data of an older version
 * @param report told in one line about each migration that was applied, except to a new database
 * @throws VersionError if a newer version has made the database unfit for this one
 */
export async function migrateDatabase(
  url: string,
  count = countMigrations(),
  report: (line: string) => void = () => {},
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await enterWindow(sql)
    // Each in its own transaction: sending must not wait for one migration's locks until the last one is done.
    const applied = await countApplied(sql)
    for (let n = applied + 1; n <= count; n++) {
      const since = performance.now()
      await upTo(n, (folder) => migrate(drizzle(sql), { migrationsFolder: folder }))
      // The tables of a new database are no news.
      if (applied > 0)
        report(`Migrated: ${listMigrations()[n - 1]}, ${Math.round(performance.now() - since)} ms`)
    }
    await migrateQueue(url)
  } finally {
    await sql.end()
  }
}

/** Graphile Worker's own tables. */
async function migrateQueue(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // `pool.end` does not wait for its connection: losing it meanwhile must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/** How many of our migrations a database has. */
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

/** The names of this program's migrations, the first one first. */
const listMigrations = () => journalOf(migrationsFolder()).entries.map(({ tag }) => tag)

/** How many migrations this program has. */
export const countMigrations = (): number => listMigrations().length

/** The migrations that a database lacks, and what each blocks. Changes nothing. */
export async function planMigrations(url: string): Promise<PlannedMigration[]> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    const pending = listMigrations().slice(await countApplied(sql))
    return pending.map((name) =>
      planMigration(name, readFileSync(path.join(migrationsFolder(), `${name}.sql`), 'utf8')),
    )
  } finally {
    await sql.end()
  }
}

/** The library applies all migrations of a folder, so the first ones are offered in a folder of their own. */
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
