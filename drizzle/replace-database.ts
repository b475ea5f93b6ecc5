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

/** Creates an empty database; a leftover with that name is dropped. @returns its URL */
export async function makeDatabase(url: string, name: string): Promise<string> {
  await asAdmin(url, async (sql) => {
    await sql`drop database if exists ${sql(name)} with (force)`
    await sql`create database ${sql(name)}`
  })
  return databaseUrl(url, name)
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
