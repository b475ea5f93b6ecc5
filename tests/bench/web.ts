import { startHelper, startProgram } from '../load/programs'
import { seedCampaign, seedPeople, seedSent } from '../load/seed'
import { freePort } from '../support/launch'
import type { BenchContext } from './engine'
import { type Figure, median, percentile } from './lib/figures'
import { compare, load } from './lib/load'

/** P7: the open pixel with its hits stored, against a bare server of Node. */
export async function benchPixel({ postgres, sink, pairs, mails }: BenchContext): Promise<Figure[]> {
  const requests = 5 * mails
  const database = await postgres.create()
  try {
    const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 1 })
    await seedPeople(database, campaign, 100)
    await seedSent(database)
    const tokens = await database.sql<{ token: string }[]>`select tracking_token as token from email_sends`
    const paths = tokens.map(({ token }) => `/t/o/${token}.gif`)
    const port = await freePort()
    const web = await startProgram({
      DATABASE_URL: database.url,
      PORT: String(port),
      WORKER: 'off',
      HOST: '127.0.0.1',
    })
    const bare = await startHelper<{ port: number }>('../bench/limits/bare-http.ts')
    // Neither is measured before its code is compiled.
    for (const one of [bare.ready.port, port]) await load(one, requests, paths)
    const runs = []
    // Each takes a second and is easily disturbed: more pairs, of which the median counts.
    const times = 3 * pairs
    for (let pair = 0; pair < times; pair++) {
      runs.push({
        limit: await load(bare.ready.port, requests, paths),
        ours: await load(port, requests, paths),
      })
    }
    await web.stop()
    await bare.stop()
    const [stored] = await database.sql<{ n: number }[]>`select count(*)::int as n from tracking_events`
    return compare(
      'P7',
      ['open-pixel requests with stored hits, against a bare server', 'its 99th percentile; lost hits'],
      runs,
      { rate: 0.6, delay: 2 },
      (times + 1) * requests - stored!.n,
    )
  } finally {
    await database.drop()
  }
}

/** P9, P13 and P14: reading counters, memory of an idle server, and its responses while a worker sends at full speed. */
export async function benchScreens({ postgres, sink, mails }: BenchContext): Promise<Figure[]> {
  const database = await postgres.create()
  try {
    const port = await freePort()
    const web = await startProgram({
      DATABASE_URL: database.url,
      PORT: String(port),
      WORKER: 'off',
      HOST: '127.0.0.1',
    })
    const idleMemory = web.memory()
    const origin = 'https://bench.example'
    const base = `http://127.0.0.1:${port}`
    const signUp = await fetch(`${base}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({
        email: 'reader@bench.example',
        password: 'correct horse battery',
        fullName: 'Reader',
      }),
    })
    const { id } = (await signUp.json()) as { id: string }
    const cookie = signUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 2 })
    await seedPeople(database, campaign, mails)
    await database.sql`insert into contacts (user_id, email, name) select ${id}, 'c' || i || '@people.example', 'C' from generate_series(1, ${mails}) i`
    const ask = async (path: string) => {
      const since = performance.now()
      const response = await fetch(base + path, { headers: { cookie } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return performance.now() - since
    }
    const times = async (path: string, n: number) => {
      const all: number[] = []
      for (let i = 0; i < n; i++) all.push(await ask(path))
      return all.slice(Math.floor(n / 10))
    }
    const list = '/api/contacts?limit=20'
    const idle = await times(list, 300)
    await sink.reset()
    const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
    await sink.reached(mails / 10)
    const busy: number[] = []
    const end = sink.reached(mails).then(() => 'end' as const)
    while ((await Promise.race([end, ask(list).then((ms) => busy.push(ms))])) !== 'end');
    await worker.stop()
    await web.stop()
    const timed = async (query: () => Promise<unknown>) => {
      const all: number[] = []
      for (let i = 0; i < 200; i++) {
        const since = performance.now()
        await query()
        all.push(performance.now() - since)
      }
      return median(all)
    }
    const { sql } = database
    const counters = await timed(
      () =>
        sql`select step_id, sum(sent), sum(opened) from sequence_stats where sequence_id = ${campaign.sequenceId} group by 1`,
    )
    const scan = await timed(
      () =>
        sql`select step_id, count(sent_at), count(opened_at) from email_logs where sequence_id = ${campaign.sequenceId} group by 1`,
    )
    const [sent] = await sql<{ counted: number; real: number }[]>`
      select (select sum(sent)::int from sequence_stats where step_id <> '00000000-0000-0000-0000-000000000000') as counted,
        (select count(sent_at)::int from email_logs) as real`
    return [
      {
        id: 'P9',
        what: `report from counters, against counting ${mails.toLocaleString('en')} log rows`,
        ours: `${counters.toFixed(2)} ms`,
        limit: `${scan.toFixed(2)} ms`,
        value: (counters / scan).toFixed(2),
        goal: 'measured',
        reached: sent!.counted === sent!.real ? null : false,
      },
      {
        id: 'P13',
        what: 'memory of the idle web process',
        ours: `${idleMemory} MiB`,
        limit: '',
        value: '',
        goal: 'measured',
        reached: null,
      },
      {
        id: 'P14',
        what: 'contact list while a worker sends at full speed, 95th percentile',
        ours: `${percentile(busy, 0.95).toFixed(1)} ms`,
        limit: `${percentile(idle, 0.95).toFixed(1)} ms idle`,
        value: (percentile(busy, 0.95) / percentile(idle, 0.95)).toFixed(2),
        goal: 'at most 3',
        reached: percentile(busy, 0.95) / percentile(idle, 0.95) <= 3,
      },
    ]
  } finally {
    await database.drop()
  }
}
