import { once } from 'node:events'
import net from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import postgres from 'postgres'
import { type BackupHeader, END_OF_TABLE, versionsOf } from './backup'
import { countMigrations, migrateDatabase } from './migrate'

/** A backup that cannot be used; the message is one line for the operator. */
class BackupError extends Error {}

const NOT_ONE = 'this is not a backup of Coldframe, or it is damaged'

/**
 * Loads a backup into an empty database, in one transaction. An older backup is loaded at its own version and then migrated. Jobs of the
 * queue are included, without the locks of their workers.
 * @throws BackupError for a file that is damaged, truncated, or of a newer version @returns its header and the number of rows
 */
export async function loadBackup(url: string, from: Readable): Promise<BackupHeader & { rows: number }> {
  const lines = linesOf(from.pipe(createGunzip()))
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice() {},
    // The types of the driver lack this option.
    ...{ socket: connectWithoutDelay },
    connection: { application_name: 'coldframe-restore', statement_timeout: 0 },
  })
  try {
    const header = readHeader((await lines.next()).value)
    await migrateDatabase(url, header.migrations)
    const keepQueue = (await versionsOf(sql)).queue === header.queue
    const rows = await sql.begin(async (tx) => {
      // The backup contains counters and everything else kept by triggers; the source database has checked the keys.
      await tx`set local session_replication_role = replica`
      const found = await loadTables(tx, lines, keepQueue)
      await startSequences(tx)
      if (keepQueue) {
        await tx`update graphile_worker._private_jobs set locked_at = null, locked_by = null`
        await tx`update graphile_worker._private_job_queues set locked_at = null, locked_by = null`
      } else {
        await tx`update queue_jobs set status = 'failed', error = 'It was running when the backup was made. Start it again'
          where status in ('pending', 'processing')`
      }
      return found
    })
    await migrateDatabase(url)
    // The next start notices that this is a different database and holds all sending.
    await sql`insert into sending_control (id, database_identity, backup_at) values (1, 'restored', ${header.madeAt})
      on conflict (id) do update set database_identity = excluded.database_identity, backup_at = excluded.backup_at`
    await sql`analyze`
    return { ...header, rows }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('Z_') || error instanceof SyntaxError) throw new BackupError(NOT_ONE)
    throw error
  } finally {
    from.destroy()
    await sql.end({ timeout: 5 })
  }
}

interface Address {
  host: string[]
  port: number[]
  /** Of a Unix socket. */
  path?: string | false
}

/** With Nagle's algorithm (RFC 896) the end of each table would wait 40 ms for the acknowledgement of its rows. */
async function connectWithoutDelay({ host, port, path }: Address): Promise<net.Socket> {
  const socket = path ? net.connect(path) : net.connect({ host: host[0]!, port: port[0]!, noDelay: true })
  await once(socket, 'connect')
  return socket
}

function readHeader(line: Buffer | undefined): BackupHeader {
  const header = JSON.parse(String(line ?? '')) as BackupHeader
  if (header.format !== 1 || !Number.isInteger(header.migrations)) throw new BackupError(NOT_ONE)
  if (header.migrations > countMigrations())
    throw new BackupError('the backup was made by a newer version of Coldframe: restore it with that one')
  return header
}

type Lines = AsyncGenerator<Buffer, undefined>

/** Loads table after table up to the last line, which contains the number of rows. @returns that number */
async function loadTables(tx: postgres.TransactionSql, lines: Lines, keepQueue: boolean): Promise<number> {
  let rows = 0
  for (;;) {
    const { value: line } = await lines.next()
    if (!line) throw new BackupError('the backup is cut off')
    const head = JSON.parse(String(line)) as { table?: string; columns?: string[]; rows?: number }
    if (head.rows !== undefined) {
      if (head.rows !== rows) throw new BackupError(NOT_ONE)
      return rows
    }
    const columns = head.columns!.map((column) => `"${column}"`).join(', ')
    const wanted = keepQueue || !head.table!.startsWith('graphile_worker.')
    const to = wanted ? await tx.unsafe(`copy ${head.table} (${columns}) from stdin`).writable() : null
    try {
      rows += await copyRows(lines, to)
    } catch (error) {
      // Without this the transaction would wait for more rows forever.
      to?.once('error', () => {}).destroy(error as Error)
      throw error
    }
  }
}

async function copyRows(lines: Lines, to: Writable | null): Promise<number> {
  let batch: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (to && !to.write(Buffer.concat(batch))) await once(to, 'drain')
    batch = []
    size = 0
  }
  for (let rows = 0; ; rows++) {
    const { value: line } = await lines.next()
    if (!line) throw new BackupError('the backup is cut off')
    if (line.equals(LAST)) {
      await flush()
      to?.end()
      if (to) await finished(to)
      return rows
    }
    batch.push(line)
    size += line.length
    if (size > WRITE_BYTES) await flush()
  }
}

/** The approximate size of the chunks sent to the database. */
const WRITE_BYTES = 65_536

const LAST = Buffer.from(`${END_OF_TABLE}\n`)

/** Sets sequences to continue after the highest value in use. */
async function startSequences(tx: postgres.TransactionSql): Promise<void> {
  const counted = await tx<{ table: string; column: string; sequence: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as table, format('%I', a.attname) as column,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname::text) as sequence
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname in ('public', 'sandbox', 'graphile_worker')
      and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname::text) is not null`
  for (const { table, column, sequence } of counted)
    await tx.unsafe(
      `select setval('${sequence}', coalesce((select max(${column}) from ${table}), 0) + 1, false)`,
    )
}

/** The lines of a stream, each with its end. */
async function* linesOf(stream: AsyncIterable<Buffer>): Lines {
  let rest: Buffer[] = []
  for await (const chunk of stream) {
    let start = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      const line = chunk.subarray(start, at + 1)
      yield rest.length > 0 ? Buffer.concat([...rest, line]) : line
      rest = []
      start = at + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
}
