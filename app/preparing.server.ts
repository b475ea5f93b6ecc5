import type postgres from 'postgres'

/** Texts that are prepared, at most: PostgreSQL keeps a plan of each for every connection. */
const MOST_PREPARED = 200
/** How often a text was sent before it is prepared. */
const SENT_BEFORE = 3
/** Texts with more values, or with a list of at least six, have another length the next time: they would take all places. */
const MOST_VALUES = 64
const LONG_LIST = / in \((?:\$\d+, ){5}/
/** Texts whose number is remembered before they are prepared. */
const MOST_COUNTED = 1000

/**
 * A process that is frozen or cut off in the middle of a transaction would keep its locks, and hold up all others, for as long as it
 * likes: PostgreSQL ends a transaction from which it hears nothing for so long, and the connection with it.
 */
const LET_GO = "set local idle_in_transaction_session_timeout = '30s'"

type Runner = Pick<postgres.ISql, 'unsafe'>
type Scope = (run: (sql: postgres.TransactionSql) => unknown) => Promise<unknown>

/**
 * The driver's client for drizzle, which does not have it prepare statements: each would be parsed and planned every time,
 * and would go to the database twice, first to learn the types of its parameters. Statements that come again are prepared.
 * No transaction holds its locks for a process that does not go on with it.
 */
export function preparing(sql: postgres.Sql): postgres.Sql {
  const counted = new Map<string, number>()
  const prepared = new Set<string>()
  const comesAgain = (text: string, values: number): boolean => {
    if (prepared.has(text)) return true
    if (values === 0 || values > MOST_VALUES || prepared.size >= MOST_PREPARED || LONG_LIST.test(text))
      return false
    const times = (counted.get(text) ?? 0) + 1
    if (times <= SENT_BEFORE) {
      if (counted.size >= MOST_COUNTED) counted.clear()
      counted.set(text, times)
      return false
    }
    counted.delete(text)
    prepared.add(text)
    return true
  }
  const runner = ({ unsafe }: Runner): Runner => ({
    unsafe: (text, values, how) =>
      unsafe(text, values, { ...how, prepare: how?.prepare || comesAgain(text, values?.length ?? 0) }),
  })
  const inTransaction = (tx: postgres.TransactionSql): postgres.TransactionSql => {
    const savepoint: Scope = (run) => tx.savepoint((inner) => run(inTransaction(inner)))
    return { ...runner(tx), savepoint } as unknown as postgres.TransactionSql
  }
  const begin: Scope = (run) =>
    sql.begin((tx) => {
      // Goes out with the first statement, and fails as that one does.
      tx.unsafe(LET_GO).catch(() => {})
      return run(inTransaction(tx))
    })
  // Nothing else of the client is asked by drizzle.
  return { ...runner(sql), options: sql.options, begin } as unknown as postgres.Sql
}
