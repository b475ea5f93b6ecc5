import postgres from 'postgres'

/** A statement of a program with its values in PostgreSQL's text form. */
export interface Statement {
  text: string
  values: (string | null)[]
}

/** The settings with which a server can tell the statements of a program. */
export const TELLING = ['logging_collector=on', 'log_destination=jsonlog']

/** The statements that other connections of a database execute during `work`, in the order of their ends. */
export async function statementsDuring(url: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const sql = postgres(url, { max: 1 })
  const log = async () => {
    const [row] = await sql<{ log: string; database: string; pid: number }[]>`
      select pg_read_file(pg_current_logfile('jsonlog')) as log, current_database() as database, pg_backend_pid() as pid`
    return row!
  }
  const setLimit = async (ms: number) => {
    await sql.unsafe(`alter system set log_min_duration_statement = ${ms}`)
    await sql`select pg_reload_conf()`
  }
  try {
    const before = (await log()).log.length
    await setLimit(0)
    await work()
    await setLimit(-1)
    const { log: whole, database, pid } = await log()
    return whole
      .slice(before)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { dbname?: string; pid: number; message: string; detail?: string })
      .filter((line) => line.dbname === database && line.pid !== pid)
      .flatMap(({ message, detail }) => {
        const text = /^duration: .*? ms {2}(?:execute [^:]*|statement): ([\s\S]*)/.exec(message)?.[1]
        return text === undefined ? [] : [{ text, values: valuesIn(detail ?? '') }]
      })
  } finally {
    await sql.end()
  }
}

/** Values as PostgreSQL logs them: `Parameters: $1 = 'it''s', $2 = NULL`. */
const valuesIn = (detail: string) =>
  [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  )
