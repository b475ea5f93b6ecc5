import postgres from 'postgres'

/** The address of another database of the same cluster. */
export function databaseUrl(url: string, name: string): string {
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

/** Whether anybody has signed up in this migrated database: it is not empty then. */
export const hasUsers = (url: string): Promise<boolean> =>
  connected(url, async (sql) => (await sql`select 1 from users limit 1`).length > 0)

/** Makes an empty database; one of that name that an earlier try left is dropped. @returns its address */
export async function makeDatabase(url: string, name: string): Promise<string> {
  await asAdmin(url, async (sql) => {
    await sql`drop database if exists ${sql(name)} with (force)`
    await sql`create database ${sql(name)}`
  })
  return databaseUrl(url, name)
}

/** Drops a database that came to nothing. */
export const dropDatabase = (url: string, name: string): Promise<unknown> =>
  asAdmin(url, (sql) => sql`drop database if exists ${sql(name)} with (force)`)

/**
 * Puts the database `fresh` in the place of `name`, which is kept as `kept`; the one that was kept before is dropped.
 * Both names change in one transaction. @throws PostgresError 55006 while somebody is connected to either
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
