import { setTimeout as wait } from 'node:timers/promises'
import { csvOf, kindOf } from '../load/makers'
import { type Running, startHelper, startProgram } from '../load/programs'
import type { TestDatabase } from '../support/clone'
import { freePort } from '../support/launch'
import type { BenchContext } from './engine'
import { type Call, openAccount } from './lib/account'
import { type Figure, median, peakMemory, perSecond, spread } from './lib/figures'

/** Rows of the file that memory is compared with. */
const FEW = 10_000

interface Imported {
  rate: number
  /** The most that the server held, in MiB. */
  peak: number
}

/** P6: a file through the real endpoint and its job, against COPY of the same rows into the same table. */
export async function benchImports({ postgres, pairs, rows, manyRows }: BenchContext): Promise<Figure[]> {
  const runs: { copy: number; ours: number }[] = []
  const few: Imported[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const copy = await withDatabase(postgres, (database) => copyRun(database, rows))
    const { rate } = await withDatabase(postgres, (database) => importRun(database, rows))
    runs.push({ copy, ours: rate })
    few.push(await withDatabase(postgres, (database) => importRun(database, FEW)))
  }
  const many = await withDatabase(postgres, (database) => importRun(database, manyRows))
  const ratios = runs.map((run) => run.ours / run.copy)
  const least = median(few.map((run) => run.peak))
  return [
    {
      id: 'P6',
      what: `rows of a CSV import of ${rows.toLocaleString('en')}, through the API, against COPY`,
      ours: perSecond(median(runs.map((run) => run.ours))),
      limit: perSecond(median(runs.map((run) => run.copy))),
      value: spread(ratios),
      goal: 'at least 0.30',
      reached: median(ratios) >= 0.3,
    },
    {
      id: 'P6',
      what: `peak memory of the server, ${manyRows.toLocaleString('en')} rows against ${FEW.toLocaleString('en')}`,
      ours: `${many.peak} MiB`,
      limit: `${least} MiB`,
      value: (many.peak / least).toFixed(2),
      goal: 'at most 1.5',
      reached: many.peak / least <= 1.5,
    },
  ]
}

async function withDatabase<T>(
  postgres: BenchContext['postgres'],
  run: (database: TestDatabase) => Promise<T>,
) {
  const database = await postgres.create()
  try {
    return await run(database)
  } finally {
    await database.drop()
  }
}

/** Rows per second of COPY alone. */
async function copyRun(database: TestDatabase, rows: number): Promise<number> {
  const [user] = await database.sql`
    insert into users (email, password, full_name) values ('copy@bench.example', '-', 'Copy') returning id`
  const limit = await startHelper('../bench/limits/copy.ts', {
    DATABASE_URL: database.url,
    USER_ID: user!.id,
    ROWS: String(rows),
  })
  const { seconds, rows: stored } = await limit.ask<{ seconds: number; rows: number }>('go')
  await limit.stop()
  return stored / seconds
}

/** A file sent to a new server, until its job is done; every row of it must be accounted for. */
async function importRun(database: TestDatabase, rows: number): Promise<Imported> {
  const port = await freePort()
  const env = { DATABASE_URL: database.url, PORT: String(port), HOST: '127.0.0.1' }
  const server: Running = await startProgram(env)
  try {
    const { call } = await openAccount(`http://127.0.0.1:${port}`, 'importer@bench.example')
    const list = { name: 'People', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
    const { id: personaId } = await call<{ id: string }>('POST', '/api/personas', list)
    const body = new FormData()
    body.append('personaId', personaId)
    body.append('file', csvOf(rows), 'people.csv')
    const since = performance.now()
    const { jobId } = await call<{ jobId: string }>('POST', '/api/contacts/import', body)
    const done = await finished(call, jobId)
    const seconds = (performance.now() - since) / 1000
    const counts = { good: 0, twice: 0, bad: 0 }
    for (let i = 0; i < rows; i++) counts[kindOf(i)]++
    const { added, skipped, failed } = done.progress
    if (added !== counts.good || skipped !== counts.twice || failed !== counts.bad)
      throw new Error(`the import of ${rows} rows ended with ${JSON.stringify(done.progress)}`)
    return { rate: rows / seconds, peak: peakMemory(server.pid) }
  } finally {
    await server.stop()
  }
}

interface Job {
  status: string
  progress: { added: number; skipped: number; failed: number }
}

async function finished(call: Call, jobId: string): Promise<Job> {
  for (;;) {
    const job = await call<Job>('GET', `/api/jobs/${jobId}`)
    if (job.status === 'completed') return job
    if (job.status === 'failed') throw new Error(`the import failed: ${JSON.stringify(job)}`)
    await wait(100)
  }
}
