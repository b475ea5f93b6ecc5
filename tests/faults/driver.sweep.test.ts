import net from 'node:net'
import { sql as query } from 'drizzle-orm'
import pg from 'pg'
import type postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, databaseCode, isDatabaseAway, openDatabase } from '~/db.server'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { type Proxy as Line, startProxy } from '../support/proxy'

/**
 * Quality goals, R3: what the driver does when its connection ends (patches/postgres+3.4.9.patch). Its own exceptions would
 * end the process; here they fail the run.
 */

let database: TestDatabase
let proxy: Line
let pool: Database
beforeEach(async () => {
  database = await createTestDatabase()
  await database.sql`create table notes (words text)`
  proxy = await startProxy(database.url)
  pool = openDatabase(proxy.url, 1)
})
afterEach(async () => {
  await pool?.close()
  await proxy?.close()
  await database?.drop()
})

const cutAndMend = async () => {
  await proxy.cut()
  await proxy.restore()
}
const words = async () => (await database.sql`select words from notes order by 1`).map((row) => row.words)

test('a transaction fails with its connection, and the next one succeeds', async () => {
  for (let round = 1; round <= 20; round++) {
    const failure = await pool.db
      .transaction(async (tx) => {
        await tx.execute(query`insert into notes values ('in the one that was cut')`)
        await Promise.all([cutAndMend(), tx.execute(query`select pg_sleep(60)`)])
      })
      .catch((error: unknown) => error)
    expect(isDatabaseAway(failure), String(failure)).toBe(true)
    await pool.db.transaction(async (tx) => {
      await tx.execute(query`insert into notes values (${`round ${round}`})`)
    })
  }
  expect(await words()).toHaveLength(20)
})

test('a transaction never continues on another connection', async () => {
  let goOn = () => {}
  const told = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let late: unknown
  const begun = pool.sql.begin(async (tx: postgres.TransactionSql) => {
    await tx`insert into notes values ('before')`
    await Promise.all([told, cutAndMend()])
    late = await tx`insert into notes values ('late')`.catch((error: unknown) => error)
    // It does not even notice.
  })
  expect(databaseCode(await begun.catch((error: unknown) => error))).toBe('CONNECTION_CLOSED')
  await pool.sql.begin(async (tx) => {
    await tx`insert into notes values ('of another')`
    goOn()
    await tx`select pg_sleep(0.05)`
    await tx`insert into notes values ('of another, too')`
    expect(databaseCode(late)).toBe('CONNECTION_CLOSED')
  })
  expect(await words()).toEqual(['of another', 'of another, too'])
})

test('a query terminated while parsing does not corrupt the next connection', async () => {
  for (let round = 1; round <= 20; round++) {
    const [own] = await pool.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const failure = await database.sql.begin(async (tx) => {
      // A query for the table's columns waits for this.
      await tx`lock table notes in access exclusive mode`
      const asked = pool.sql`select words from notes where words = ${`round ${round}`}`.catch(
        (e: unknown) => e,
      )
      for (let waits = false; !waits; ) {
        const [row] = await tx<{ n: number }[]>`
          select count(*)::int as n from pg_locks where pid = ${own!.pid} and not granted`
        waits = row!.n > 0
      }
      await tx`select pg_terminate_backend(${own!.pid})`
      return asked
    })
    expect(isDatabaseAway(failure), String(failure)).toBe(true)
    expect(await pool.sql`select 1 as one`).toEqual([{ one: 1 }])
  }
})

test('a job that outlives its worker’s database connection does not end the process', async () => {
  const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)
  const queue = new pg.Pool({ connectionString: proxy.url })
  queue.on('error', () => {})
  const client = await queue.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  await failureOf(client.query('select pg_terminate_backend(pg_backend_pid())'))
  await ended
  expect(isDatabaseAway(await failureOf(client.query('select 1')))).toBe(true)
  client.release(true)
  await queue.end()
  expect(isDatabaseAway(await failureOf(queue.connect()))).toBe(true)
})

test('a connection that is lost while its types are read fails only its query', async () => {
  const { hostname, port } = new URL(database.url)
  let cuts = 0
  const line = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    for (const socket of [client, upstream]) socket.on('error', () => {})
    upstream.pipe(client)
    client.on('data', (sent) => {
      if (cuts > 0 || !sent.includes('pg_catalog.pg_type')) return void upstream.write(sent)
      cuts += 1
      client.resetAndDestroy()
      upstream.destroy()
    })
    client.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((line.address() as net.AddressInfo).port)
  const lost = openDatabase(url.href, 1)
  try {
    const failure = await lost.sql`select 1`.catch((error: unknown) => error)
    expect([cuts, isDatabaseAway(failure)]).toEqual([1, true])
    expect([...(await lost.sql`select array[1, 2] as numbers`)]).toEqual([{ numbers: [1, 2] }])
  } finally {
    await lost.close()
    line.close()
  }
})

test('a COPY ends for any read size', async () => {
  await database.sql`insert into notes select repeat('word ', 200) from generate_series(1, 400)`
  for (let round = 1; round <= 20; round++) {
    let bytes = 0
    for await (const chunk of await pool.sql`copy notes to stdout`.readable()) bytes += chunk.length
    expect(bytes).toBe(400 * 1001)
    // The connection is free again.
    expect(await pool.sql`select 1 as one`).toEqual([{ one: 1 }])
  }
})

test('a server that accepts and stays silent counts as unreachable', async () => {
  const silent = net.createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as net.AddressInfo
  const queue = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 })
  expect(isDatabaseAway(await queue.connect().catch((error: unknown) => error))).toBe(true)
  await queue.end()
  silent.close()
})
