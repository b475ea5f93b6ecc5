import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createSealer } from '~/secrets.server'
import { BENCH_ENV, startProgram } from '../load/programs'
import type { TestDatabase } from '../support/clone'
import type { BenchContext } from './engine'
import { type Figure, median, percentile, perSecond, spread } from './lib/figures'
import { engineRun } from './lib/runs'

/** Events a second, and for how many seconds. */
const RATE = 1000
const SECONDS = 20
/** How long the slow receiver takes for each response, in milliseconds. */
const SLOW_MS = 5_000

/** What webhooks cost the sending of emails, and how fast a fast receiver is told beside a slow one. */
export async function benchWebhooks({ postgres, sink, pairs, mails }: BenchContext): Promise<Figure[]> {
  const receiver = await startReceiver(0)
  const rates: { without: number; with: number }[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const without = (await engineRun(postgres, sink, { mails, mailboxes: 2 })).rate
    const told = await engineRun(postgres, sink, {
      mails,
      mailboxes: 2,
      prepare: (database, { userId }) => addEndpoint(database, userId, receiver.url, 'email.sent'),
    })
    rates.push({ without, with: told.rate })
  }
  await receiver.close()
  const ratios = rates.map((one) => one.with / one.without)
  return [
    {
      id: 'P19',
      what: 'emails with a webhook that is told about each, against none',
      ours: perSecond(median(rates.map((one) => one.with))),
      limit: perSecond(median(rates.map((one) => one.without))),
      value: spread(ratios),
      goal: 'measured',
      reached: null,
    },
    await besideSlow(postgres),
  ]
}

async function besideSlow(postgres: BenchContext['postgres']): Promise<Figure> {
  const database = await postgres.create()
  const [fast, slow] = [await startReceiver(0), await startReceiver(SLOW_MS)]
  const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
  try {
    const { sql } = database
    const [user] =
      await sql`insert into users (email, password, full_name) values ('hooks@bench.example', '-', 'Bench') returning id`
    for (const { url } of [fast, slow]) await addEndpoint(database, user!.id, url, 'contact.created')
    const begun = performance.now()
    const most = RATE * SECONDS
    let made = 0
    while (made < most) {
      const due = Math.min(most, Math.ceil(((performance.now() - begun) / 1000) * RATE))
      if (due > made)
        await sql`
          insert into contacts (user_id, email, name)
          select ${user!.id}, i || '@people.example', 'Ann Lee' from generate_series(${made + 1}::int, ${due}::int) i`
      made = Math.max(made, due)
      await wait(20)
    }
    const rate = most / ((performance.now() - begun) / 1000)
    for (let tries = 0; fast.delays.length < most && tries < 600; tries++) await wait(100)
    const p99 = percentile(fast.delays, 0.99) / 1000
    return {
      id: 'P19',
      what: `from an event to its fast receiver, beside one that takes ${SLOW_MS / 1000} s, at ${perSecond(rate)} (p99 of ${fast.delays.length.toLocaleString('en')})`,
      ours: `${p99.toFixed(2)} s`,
      limit: '',
      value: `${p99.toFixed(2)} s`,
      goal: 'at most 5 s, all told',
      reached: p99 <= 5 && fast.delays.length >= most,
    }
  } finally {
    await worker.stop()
    await Promise.all([fast.close(), slow.close()])
    await database.drop()
  }
}

async function addEndpoint({ sql }: TestDatabase, userId: string, url: string, event: string): Promise<void> {
  const id = crypto.randomUUID()
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const sealed = createSealer(BENCH_ENV.APP_SECRET).seal(secret, id)
  await sql`
    insert into webhook_endpoints (id, user_id, url, events, secret) values (${id}, ${userId}, ${url}, ${[event]}, ${sealed})`
}

/** A receiver that responds after `ms`, and notes how old each event is, in milliseconds. */
async function startReceiver(ms: number) {
  const delays: number[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').once('data', (body: string) => {
      const [, at] = /"timestamp":"([^"]+)"/.exec(body) ?? []
      delays.push(Date.now() - Date.parse(at!))
    })
    request.once('end', () => setTimeout(() => response.writeHead(204).end(), ms))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    delays,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
