import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import { type Running, startHelper, startProgram } from '../load/programs'
import type { TestDatabase } from '../support/clone'
import { freePort } from '../support/launch'
import type { BenchContext } from './engine'
import { type Account, openAccount } from './lib/account'
import { ask } from './lib/ask'
import { type Figure, median, peakMemory, percentile } from './lib/figures'
import { INBOX } from './lib/inbox-cases'
import { seedInbox } from './lib/inbox-seed'
import { LISTS, type ListCase, type ListUser, middleOfLog } from './lib/list-cases'
import { MEASURED, seedMillion } from './lib/million'

const ROUNDS = 200
/** Only those whose names match the regular expression `CASES`, if it is set. */
const CASES = [...LISTS, ...INBOX].filter(({ name }) => new RegExp(process.env.CASES ?? '').test(name))
/** What the same lists are compared with. */
const FEW = 1_000

/** A user with many rows, or with few, and a server for it. */
export interface Site extends Account {
  user: ListUser
  database: TestDatabase
  port: number
  server: Running
}

/** P8 and P13: lists at a million rows, against the same statements alone and against a thousand rows; the export of the log. */
export async function benchLists({ postgres, listRows }: BenchContext): Promise<Figure[]> {
  const many = await openSite(await postgres.create(), listRows)
  const few = await openSite(await postgres.create(), FEW)
  try {
    const figures = figuresOf('P8', CASES, await timesOf(CASES, many, few))
    await many.server.stop()
    return [...figures, await exportMemory(many)]
  } finally {
    for (const { server, database } of [many, few]) {
      await server.stop()
      await database.drop()
    }
  }
}

/** A server with a user who has so many contacts, emails to them, and conversations. */
export async function openSite(database: TestDatabase, rows: number, shape = MEASURED): Promise<Site> {
  const port = await freePort()
  const server = await startProgram({
    DATABASE_URL: database.url,
    PORT: String(port),
    WORKER: 'off',
    HOST: '127.0.0.1',
  })
  const account = await openAccount(`http://127.0.0.1:${port}`, 'lists@bench.example')
  const other = await openAccount(`http://127.0.0.1:${port}`, 'other@bench.example')
  const seeded = {
    ...(await seedMillion(database, account.id, rows, shape)),
    ...(await seedInbox(database, account.id, other.id, rows)),
  }
  const cursor = await middleOfLog(database, account.id, rows * shape.emailsPerContact)
  return { ...account, user: { ...seeded, userId: account.id, rows, cursor }, database, port, server }
}

interface Times {
  floor: number[]
  many: number[]
  few: number[]
}

/** Every list in turn from all three programs, so that disturbances affect all of them. */
export async function timesOf(cases: ListCase[], many: Site, few: Site): Promise<Times[]> {
  const statements = []
  for (const list of cases) {
    const sent: { query: string; params: unknown[] }[] = []
    const logger = { logQuery: (query: string, params: unknown[]) => void sent.push({ query, params }) }
    await list.run(drizzle(many.database.sql, { logger }), many.user)
    statements.push(sent)
  }
  const floor = await startHelper<{ port: number }>('../bench/limits/lists.ts', {
    DATABASE_URL: many.database.url,
    STATEMENTS: JSON.stringify(statements),
    NODE_ENV: 'production',
  })
  const times: Times[] = cases.map(() => ({ floor: [], many: [], few: [] }))
  for (let round = -20; round < ROUNDS; round++) {
    for (const [index, list] of cases.entries()) {
      const one = {
        floor: await ask(floor.ready.port, `/${index}`),
        many: await ask(many.port, list.path(many.user), many.cookie, list.body),
        few: await ask(few.port, list.path(few.user), few.cookie, list.body),
      }
      if (round < 0) continue // warm-up rounds
      for (const name of ['floor', 'many', 'few'] as const) times[index]![name].push(one[name])
    }
  }
  await floor.stop()
  return times
}

/** Five parts of a run, one after the other: what else the machine does for a moment is in one of them only. */
const slices = (times: number[]) =>
  Array.from({ length: 5 }, (_, i) => times.slice((i * ROUNDS) / 5, ((i + 1) * ROUNDS) / 5))

const ms = (...values: number[]) => `${values.map((value) => value.toFixed(1)).join('; ')} ms`

/** One row for each list: its median against its SQL alone, its 95th percentile against few rows, its median against page 1. */
export function figuresOf(id: string, cases: ListCase[], times: Times[]): Figure[] {
  const named = new Map(cases.map((list, index) => [list.name, times[index]!]))
  return cases.map((list, index): Figure => {
    const { many, few, floor } = times[index]!
    const growth = slices(many).map((part, i) => percentile(part, 0.95) / percentile(slices(few)[i]!, 0.95))
    const judged = [
      { value: median(many) / median(floor), most: 2.5 },
      ...(list.far ? [] : [{ value: median(growth), most: list.search ? Number.POSITIVE_INFINITY : 1.3 }]),
      ...(list.first
        ? [{ value: median(many) / median(named.get(list.first)!.many), most: list.far ? 60 : 1.5 }]
        : []),
    ]
    return {
      id,
      what: list.name,
      ours: list.far ? ms(median(many)) : ms(median(many), percentile(many, 0.95)),
      limit: list.far ? ms(median(floor)) : ms(median(floor), percentile(few, 0.95)),
      value: judged.map(({ value }) => value.toFixed(2)).join('; '),
      goal: `at most ${judged.map(({ most }) => (Number.isFinite(most) ? most : '–')).join('; ')}`,
      reached: judged.every(({ value, most }) => value <= most),
    }
  })
}

/** P13: what a server holds more than before while it writes the whole log to a file. */
async function exportMemory({ database, user, cookie }: Site): Promise<Figure> {
  const port = await freePort()
  const env = { DATABASE_URL: database.url, PORT: String(port), HOST: '127.0.0.1' }
  const server = await startProgram(env)
  const headers = { cookie, origin: 'https://bench.example', 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}`
  await ask(port, '/api/email-sends', cookie)
  const before = server.memory()
  const started = await fetch(`${url}/api/email-sends/export`, { method: 'POST', headers, body: '{}' })
  const { jobId } = (await started.json()) as { jobId: string }
  const since = performance.now()
  const done = async () => {
    const job = (await (await fetch(`${url}/api/jobs/${jobId}`, { headers })).json()) as { status: string }
    if (job.status === 'failed') throw new Error('the export failed')
    return job.status === 'completed'
  }
  while (!(await done())) await wait(500)
  const seconds = (performance.now() - since) / 1000
  const growth = peakMemory(server.pid) - before
  await server.stop()
  return {
    id: 'P13',
    what: `growth of the server's memory while ${user.rows.toLocaleString('en')} log rows are exported (${Math.round(user.rows / seconds).toLocaleString('en')}/s)`,
    ours: `${growth} MiB`,
    limit: '',
    value: String(growth),
    goal: 'at most 64 MiB',
    reached: growth <= 64,
  }
}
