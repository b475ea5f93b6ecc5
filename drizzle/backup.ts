import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import postgres from 'postgres'

/** First line of a backup. */
export interface BackupHeader {
  format: 1
  /** The number of our migrations and of the job queue's that the data is based on. */
  migrations: number
  queue: number
  /** Mail time of the backup. */
  madeAt: string
}

/** Not restored: users sign in again and request new reset links. */
const LEFT_OUT = [
  'public.sessions',
  'public.oauth_flows',
  'public.password_reset_tokens',
  'public.rate_limits',
]
const SCHEMAS = ['public', 'sandbox', 'graphile_worker']

/** Ends a table's rows, as in PostgreSQL's own text format. */
export const END_OF_TABLE = '\\.'

/**
 * Writes a consistent snapshot of all data as lines: the header, then for each table its name and columns, its rows in COPY format, and
 * `\.`; finally the number of rows. It blocks nothing and needs little memory.
 * @param madeAt read once the snapshot is taken @returns the number of rows
 */
export async function writeBackup(url: string, madeAt: () => Promise<Date>, to: Writable): Promise<number> {
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice() {},
    connection: { application_name: 'coldframe-backup', statement_timeout: 0 },
  })
  let rows = 0
  try {
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      const lines = async function* () {
        const tables = await listTables(tx)
        const header: BackupHeader = {
          format: 1,
          ...(await versionsOf(tx)),
          madeAt: (await madeAt()).toISOString(),
        }
        yield `${JSON.stringify(header)}\n`
        for (const { name, columns } of tables) {
          yield `${JSON.stringify({ table: name, columns })}\n`
          const columnList = columns.map((column) => `"${column}"`).join(', ')
          for await (const chunk of await tx.unsafe(`copy ${name} (${columnList}) to stdout`).readable()) {
            for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
            yield chunk
          }
          yield `${END_OF_TABLE}\n`
        }
        yield `${JSON.stringify({ rows })}\n`
      }
      await pipeline(Readable.from(lines()), createGzip({ level: 6 }), to)
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
  return rows
}

/** The number of migrations applied to this database, ours and the queue's. */
export async function versionsOf(sql: postgres.Sql | postgres.TransactionSql) {
  const [row] = await sql<{ migrations: number; queue: number }[]>`
    select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      (select coalesce(max(id), 0)::int from graphile_worker.migrations) as queue`
  return row!
}

/** All tables with our data, by quoted name, and their writable columns. */
async function listTables(tx: postgres.TransactionSql) {
  return tx<{ name: string; columns: string[] }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname = any(${SCHEMAS}) and c.oid <> 'graphile_worker.migrations'::regclass
      and n.nspname || '.' || c.relname <> all(${LEFT_OUT})
    group by n.nspname, c.relname order by 1`
}
