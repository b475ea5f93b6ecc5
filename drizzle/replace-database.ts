import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** The URL of another database in the same cluster. */
function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function connected<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Works in the cluster's own database. */
const asAdmin = <T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
  connected(databaseUrl(url, 'postgres'), work)

/** Whether this migrated database has users: it is not empty then. */
export const hasUsers = (url: string): Promise<boolean> =>
  connected(url, async (sql) => (await sql`select 1 from users limit 1`).length > 0)

/** PostgreSQL truncates longer names, perhaps to the name of another database. */
const LONGEST_NAME_BYTES = 63

/** Creates an empty database; a leftover with that name is dropped. @returns its URL @throws Error for a name over 63 bytes */
export async function makeDatabase(url: string, name: string): Promise<string> {
  if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) throw new Error(`the name ${name} is over 63 bytes long`)
  await asAdmin(url, async (sql) => {
    await sql`drop database if exists ${sql(name)} with (force)`
    await sql`create database ${sql(name)}`
  })
  return databaseUrl(url, name)
}

/** An arbitrary number: this lock is held from the creation of a temporary database until a connection marks it as used. */
const TEMPORARY_LOCK = 4_227_076

/**
 * Creates an empty database with a random name after `prefix`. Drops leftovers with the prefix that have no connection: a temporary
 * database stays connected until `drop`.
 */
export async function makeTemporaryDatabase(
  url: string,
  prefix: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  const made = databaseUrl(url, name)
  const inUse = postgres(made, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice() {} })
  await asAdmin(url, async (sql) => {
    await sql`select pg_advisory_lock(${TEMPORARY_LOCK})`
    const leftovers = await sql<{ name: string }[]>`
      select datname as name from pg_database d where starts_with(datname, ${prefix})
        and not exists (select 1 from pg_stat_activity a where a.datid = d.oid)`
    for (const leftover of leftovers) await sql`drop database if exists ${sql(leftover.name)}`
    await makeDatabase(url, name)
    await inUse`select 1`
  })
  return {
    url: made,
    async drop() {
      await inUse.end({ timeout: 1 })
      await dropDatabase(url, name)
    },
  }
}

/** Drops an unfinished database. */
export const dropDatabase = (url: string, name: string): Promise<unknown> =>
  asAdmin(url, (sql) => sql`drop database if exists ${sql(name)} with (force)`)

/**
 * Replaces the database `name` with `fresh` and keeps the old one as `kept`; one kept earlier is dropped. Both names change in one
 * transaction. @throws PostgresError 55006 while another connection uses either
 */
export async function swapDatabases(url: string, names: { name: string; fresh: string; kept: string }) {
  const { name, fresh, kept } = names
  await asAdmin(url, async (sql) => {
    await sql`drop database if exists ${sql(kept)} with (force)`
    await sql.begin(async (tx) => {
      await tx`alter database ${tx(name)} rename to ${tx(kept)}`
      await tx`alter database ${tx(fresh)} rename to ${tx(name)}`
    })
  })
}
