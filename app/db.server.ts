import { setTimeout as wait } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { preparing } from './preparing.server'

/** The database, or a transaction of it: what every model function takes first. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>

export interface Database {
  db: Db
  /** The same pool, for the few statements that are easier as plain SQL. */
  sql: postgres.Sql
  close(): Promise<void>
}

/** How long a lost connection is not tried again, in seconds: the driver's own choice grows to 20 s. */
const RECONNECT_SECONDS = 0.2

/** Opens a pool of at most `max` connections; nothing is connected until the first query. */
export function openDatabase(url: string, max = 10): Database {
  const sql = postgres(url, {
    max,
    connect_timeout: 5,
    backoff: () => RECONNECT_SECONDS,
    idle_timeout: 60,
    onnotice() {},
    connection: { application_name: 'coldframe', TimeZone: 'UTC' },
  })
  return { db: persistent(drizzle(preparing(sql))), sql, close: () => sql.end({ timeout: 5 }) }
}

/**
 * Transactions run again when PostgreSQL ended them for the sake of another one (see retryConflicts): so what is given to
 * `transaction` may be called more than once, and changes nothing but the database.
 */
function persistent(db: Db): Db {
  const once: Db['transaction'] = db.transaction.bind(db)
  db.transaction = (work, config) => retryConflicts(() => once(work, config))
  return db
}

const dialect = new PgDialect()

/**
 * Runs a statement of the hot path, prepared: PostgreSQL parses it once per connection, which for the large ones takes
 * longer than to run them. Its text must always be the same; lists go in as arrays.
 */
export async function executePrepared<T extends Record<string, unknown>>(db: Db, query: SQL): Promise<T[]> {
  const { sql, params } = dialect.sqlToQuery(query)
  // The same client that `execute` uses, which cannot be told to prepare.
  const { client } = db._.session as unknown as { client: postgres.Sql }
  const rows = await client.unsafe(sql, params as postgres.ParameterOrJSON<never>[], { prepare: true })
  return [...rows] as unknown as T[]
}

/** The PostgreSQL error code (SQLSTATE) behind an error, or the driver's own code; drizzle wraps both. */
export function databaseCode(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code } = e as { code?: unknown }
    if (typeof code === 'string' && e.name !== 'AppError') return code
  }
  return undefined
}

/** The name of the violated constraint, when a unique, check or foreign key refused a row. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { constraint_name: name } = e as { constraint_name?: unknown }
    if (typeof name === 'string') return name
  }
  return undefined
}

const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|08...|25P03|57P0[123]|53300)$/

const QUEUE_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect$|Cannot use a pool after calling end on the pool$)/

/** Whether an error says that PostgreSQL cannot be reached just now (it may be back at any moment). */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error)
  if (code !== undefined) return AWAY.test(code)
  // The queue's driver gives no code to a connection that is cut off, and none to what is asked of the pool of a worker
  // that was given up for that.
  return error instanceof Error && QUEUE_AWAY.test(error.message)
}

const CONFLICT = /^(40001|40P01)$/

/** Whether PostgreSQL ended a transaction for the sake of another one: nothing of it was kept. */
export const isConflict = (error: unknown): boolean => CONFLICT.test(databaseCode(error) ?? '')

const MAX_TRIES = 10
/** Longest wait between two tries, in milliseconds. */
const MAX_WAIT_MS = 200

/**
 * Runs a statement or a transaction again when PostgreSQL ended it for the sake of another one (deadlock, serialization failure): nothing
 * of it was kept, so the second run sees the other's result. From the second time on it waits a little, so that those who
 * are in each other's way do not meet again: the answers of mail servers, for one, cannot be had twice.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === MAX_TRIES || !isConflict(error)) throw error
      if (tries > 1) await wait(Math.random() * Math.min(MAX_WAIT_MS, 5 * 2 ** tries))
    }
  }
}

const AWAY_WAIT_MS = 200

/**
 * Runs something again as long as PostgreSQL cannot be reached, for `forMs` milliseconds at most: for what is known to
 * nobody else. It may have been carried out before the connection was lost, so a second time must do no harm.
 */
export async function retryWhileAway<T>(forMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + forMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error
      await wait(AWAY_WAIT_MS)
    }
  }
}
