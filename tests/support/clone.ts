import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { type Database, openDatabase } from '~/db.server'

export interface TestDatabase extends Database {
  url: string
  /** Closes the pool and drops the database. */
  drop(): Promise<void>
}

/** A database of its own, cloned from the migrated template. */
export async function cloneDatabase({
  adminUrl,
  template,
}: {
  adminUrl: string
  template: string
}): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  // Faster than through the write-ahead log, and nothing else writes to the template.
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  const url = adminUrl.replace(/\/[^/]*$/, `/${name}`)
  const database = openDatabase(url)
  return {
    ...database,
    url,
    async drop() {
      await database.close()
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
