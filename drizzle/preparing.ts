import type postgres from 'postgres'

/** The most prepared texts: PostgreSQL keeps a plan of each for every connection. */
const MAX_PREPARED = 200
/** How often a text is sent before it is prepared. */
const SENT_BEFORE = 3
/** Texts with more values, or with a list of at least six, rarely repeat with the same length: they would fill the cache. */
const MAX_VALUES = 64
const LONG_LIST = / in \((?:\$\d+, ){5}/
/** How many texts are counted before they are prepared. */
const MAX_COUNTED = 1000

/**
 * A process that freezes or is cut off in the middle of a transaction would keep its locks and block all others. With this setting
 * PostgreSQL ends an idle transaction, together with its connection.
 */
const END_IDLE_TRANSACTION = "set local idle_in_transaction_session_timeout = '30s'"

type Runner = Pick<postgres.ISql, 'unsafe'>
type Scope = (run: (sql: postgres.TransactionSql) => unknown) => Promise<unknown>

/**
 * The driver's client for drizzle, which cannot prepare statements: each would be parsed and planned every time, and sent twice, first to
 * learn its parameter types. This one prepares statements that repeat. No transaction keeps its locks for a process that stopped
 * responding.
 */
export function preparing(sql: postgres.Sql): postgres.Sql {
  const counted = new Map<string, number>()
  const prepared = new Set<string>()
  const comesAgain = (text: string, values: number): boolean => {
    if (prepared.has(text)) return true
    if (values === 0 || values > MAX_VALUES || prepared.size >= MAX_PREPARED || LONG_LIST.test(text))
      return false
    const times = (counted.get(text) ?? 0) + 1
    if (times <= SENT_BEFORE) {
      if (counted.size >= MAX_COUNTED) counted.clear()
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
      // Sent with the first statement, and fails together with it.
      tx.unsafe(END_IDLE_TRANSACTION).catch(() => {})
      return run(inTransaction(tx))
    })
  // Drizzle uses nothing else of the client.
  return { ...runner(sql), options: sql.options, begin } as unknown as postgres.Sql
}
