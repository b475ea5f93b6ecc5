import { setTimeout as wait } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { preparing } from '#drizzle/preparing'

/** The database or a transaction: the first argument of every model function. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>

export interface Database {
  db: Db
  /** The same pool, for the few statements that are easier in plain SQL. */
  sql: postgres.Sql
  close(): Promise<void>
}

/** The pause before a lost connection is retried, in seconds: the driver's default grows to 20 s. */
const RECONNECT_SECONDS = 0.2

/** Opens a pool of at most `max` connections; it connects on the first query. */
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
 * Retries transactions that PostgreSQL ended because of a conflict (see retryConflicts): the callback of `transaction` may run more than
 * once and must change nothing but the database.
 */
function persistent(db: Db): Db {
  const once: Db['transaction'] = db.transaction.bind(db)
  db.transaction = (work, config) => retryConflicts(() => once(work, config))
  return db
}

const dialect = new PgDialect()

/**
 * Runs a statement of the hot path, prepared: PostgreSQL parses it once per connection, which for large ones takes longer than running
 * them. Its text must always be the same; lists are passed as arrays.
 */
export async function executePrepared<T extends Record<string, unknown>>(db: Db, query: SQL): Promise<T[]> {
  const { sql, params } = dialect.sqlToQuery(query)
  // The client that `execute` uses, which has no option to prepare.
  const { client } = db._.session as unknown as { client: postgres.Sql }
  const rows = await client.unsafe(sql, params as postgres.ParameterOrJSON<never>[], { prepare: true })
  return [...rows] as unknown as T[]
}

/** The PostgreSQL error code (SQLSTATE) of an error, or the driver's own code; drizzle wraps both. */
export function databaseCode(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code } = e as { code?: unknown }
    if (typeof code === 'string' && e.name !== 'AppError') return code
  }
  return undefined
}

/** The name of the violated constraint, if a unique, check or foreign key constraint refused a row. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { constraint_name: name } = e as { constraint_name?: unknown }
    if (typeof name === 'string') return name
  }
  return undefined
}

/** Whether PostgreSQL ended a statement because it took too long (`query_canceled`). */
export function isCancelled(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause)
    if ((e as { code?: unknown }).code === '57014') return true
  return false
}

/** The innermost message of an error: drizzle's own contains the statement and its parameters. */
export function databaseMessage(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause) inner = inner.cause
  return inner instanceof Error ? inner.message : String(inner)
}

const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|08...|25006|25P03|57P0[123]|53...)$/

const QUEUE_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect$|Cannot use a pool after calling end on the pool$|Client (has encountered a connection error|was closed) and is not queryable$)/

/** Whether an error means that PostgreSQL cannot be used (possibly only for a moment): unreachable, out of resources, or read-only. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error)
  if (code !== undefined) return AWAY.test(code)
  // The queue's driver sets no code for a lost connection, nor for queries to the pool of a worker that was abandoned because of
  // one.
  return error instanceof Error && QUEUE_AWAY.test(error.message)
}

/** Codes that only PostgreSQL and its drivers use; the others are also those of mail servers. */
const OF_DATABASE = /^(08|25|53|57|CONNECTION_|CONNECT_TIMEOUT)/

/** Whether an error of `isDatabaseAway` surely comes from PostgreSQL, and not from another server that cannot be reached. */
export function isOfDatabase(error: unknown): boolean {
  const code = databaseCode(error)
  if (code === undefined || OF_DATABASE.test(code)) return true
  // Errors of drizzle contain the statement.
  for (let e = error; e instanceof Error; e = e.cause) if ('query' in e) return true
  return false
}

const CONFLICT = /^(40001|40P01)$/

/** Whether PostgreSQL rolled back a transaction because of a conflict with another one. */
export const isConflict = (error: unknown): boolean => CONFLICT.test(databaseCode(error) ?? '')

const MAX_TRIES = 10
/** The longest pause between two attempts, in milliseconds. */
const MAX_WAIT_MS = 200

/**
 * Retries a statement or transaction that PostgreSQL rolled back because of a conflict (deadlock, serialization failure). Nothing of it
 * was kept, so the retry sees the other transaction's result. From the second retry on it pauses, so that conflicting transactions do
 * not collide again: some results, such as the replies of mail servers, cannot be obtained twice.
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
 * Retries while PostgreSQL is unreachable, for at most `forMs` milliseconds: for data that exists nowhere else. The work may have been
 * committed before the connection was lost, so it must be idempotent.
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
