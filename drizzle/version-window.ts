import type postgres from 'postgres'
import { OLDEST_BESIDE, VERSION } from '~/version'

/** The versions that may open a database. */
interface Window {
  /** The oldest that works on its tables. */
  oldest: string
  /** The newest that has opened it. */
  newest: string
}

/** This program must not open the database; the message is one line for the operator. */
class VersionError extends Error {}

/**
 * Refuses a database that a newer version has made unfit for this one; otherwise records that this version has opened it. Called under the
 * migration lock, and before the migrations: from the first one on, the versions before the window may no longer fit.
 * @throws VersionError
 */
export async function enterWindow(
  sql: postgres.Sql,
  program: Window = { oldest: OLDEST_BESIDE, newest: VERSION },
): Promise<void> {
  await sql`create schema if not exists drizzle`
  await sql`create table if not exists drizzle.version_window (
    id int primary key default 1 check (id = 1), oldest text not null, newest text not null)`
  const [found] = await sql<Window[]>`select oldest, newest from drizzle.version_window`
  if (found && isOlder(program.newest, found.oldest))
    throw new VersionError(
      `Coldframe ${found.newest} has opened this database, which ${program.newest} cannot use any more: start version ${found.newest}, or ${found.oldest} at least`,
    )
  if (found && !isOlder(found.newest, program.newest)) return
  await sql`insert into drizzle.version_window (oldest, newest) values (${program.oldest}, ${program.newest})
    on conflict (id) do update set oldest = excluded.oldest, newest = excluded.newest`
}

/** Compares versions of three numbers. */
const isOlder = (a: string, b: string): boolean => a.localeCompare(b, 'en', { numeric: true }) < 0
