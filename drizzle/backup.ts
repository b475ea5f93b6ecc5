import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import postgres from 'postgres'

/** First line of a backup. */
export interface BackupHeader {
  format: 1
  /** Migrations of ours, and of the job queue, that the data stands on. */
  migrations: number
  queue: number
  /** Mail time at which it was made. */
  madeAt: string
}

/** What is over with a restore: people sign in again, and reset links are asked for anew. */
const LEFT_OUT = [
  'public.sessions',
  'public.oauth_flows',
  'public.password_reset_tokens',
  'public.rate_limits',
]
const SCHEMAS = ['public', 'sandbox', 'graphile_worker']

/** Ends the rows of a table, as in PostgreSQL's own text format. */
export const END_OF_TABLE = '\\.'

/**
 * Writes all data, as of one moment, as lines: the header, then each table's name and columns, its rows as COPY writes
 * them, and `\.`; at last the number of rows. Nothing else waits for it, and it holds little in memory.
 * @param madeAt read once the moment is fixed @returns rows
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

/** How many migrations this database has, of ours and of the queue. */
export async function versionsOf(sql: postgres.Sql | postgres.TransactionSql) {
  const [row] = await sql<{ migrations: number; queue: number }[]>`
    select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      (select coalesce(max(id), 0)::int from graphile_worker.migrations) as queue`
  return row!
}

/** All tables with data of ours, by their quoted names, and the columns that can be written. */
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
