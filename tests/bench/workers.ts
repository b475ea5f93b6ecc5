import { createApp } from '~/app.server'
import { parseEnv } from '~/env.server'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { workOnce } from '~/jobs/worker.server'
import { audit, settled } from '../load/audit'
import { BENCH_ENV, type Sink, startProgram } from '../load/programs'
import { seedCampaign, seedPeople } from '../load/seed'
import type { TestDatabase } from '../support/clone'
import type { BenchContext } from './engine'
import { type Figure, median, perSecond, processorTime, spread } from './lib/figures'
import type { BenchPostgres } from './lib/postgres'
import { capProcessor } from './lib/share'

/** The share of one processor that each worker gets: so small that PostgreSQL and the receiving end are not the limit. */
const SHARE = 0.06
/** Many more than workers, so that each has about as many. */
const MAILBOXES = 128
const COUNTS = [1, 2, 4]

/** P16: workers, each capped to the same share of a processor, on one PostgreSQL: the complete way, and without deciding. */
export async function benchWorkers(context: BenchContext): Promise<Figure[]> {
  return [...(await compare(context, false)), ...(await compare(context, true))]
}

/** @param decided whether the emails were decided about before, by a process without a cap */
async function compare({ postgres, sink, pairs, mails }: BenchContext, decided: boolean): Promise<Figure[]> {
  const each = Math.ceil(mails / 4)
  const rates = new Map(COUNTS.map((count) => [count, [] as number[]]))
  for (let pair = 0; pair < pairs; pair++) {
    for (const count of COUNTS) {
      const { rate, used } = await workersRun(postgres, sink, { count, mails: each * count, decided })
      rates.get(count)!.push(rate)
      const shares = used.map((share) => share.toFixed(3)).join(', ')
      process.stdout.write(`  ${count} workers: ${rate.toFixed(1)}/s, using ${shares} of a processor\n`)
    }
  }
  const one = rates.get(1)!
  return COUNTS.slice(1).map((count) => {
    const ratios = rates.get(count)!.map((rate, pair) => rate / (count * one[pair]!))
    const isGoal = count === 4 && !decided
    return {
      id: 'P16',
      what: `${decided ? 'the same, decided before' : 'emails'}: ${count} workers, each with ${SHARE} of a processor`,
      ours: perSecond(median(rates.get(count)!)),
      limit: `${count} × ${perSecond(median(one))}`,
      value: spread(ratios),
      goal: isGoal ? 'at least 0.85' : 'measured',
      reached: isGoal ? median(ratios) >= 0.85 : null,
    }
  })
}

interface WorkersRun {
  count: number
  mails: number
  decided: boolean
}

/** @returns emails per second, and the share of a processor that each worker used meanwhile */
async function workersRun(postgres: BenchPostgres, sink: Sink, { count, mails, decided }: WorkersRun) {
  const database = await postgres.create()
  try {
    const campaign = await seedCampaign(database, { port: sink.port, mailboxes: MAILBOXES })
    const env = { DATABASE_URL: database.url }
    const workers = await Promise.all(Array.from({ length: count }, () => startProgram(env, ['--worker'])))
    await seedPeople(database, campaign, mails)
    await sink.reset()
    const endCaps = workers.map(({ pid }) => capProcessor(pid, SHARE))
    if (decided) await decide(database)
    else await database.sql`select graphile_worker.add_job('due-scan', '{}'::json, job_key := 'due-scan')`
    // Neither the start, when one worker decides the first ones, nor the end, when some mailboxes are done.
    const [from, to] = [Math.ceil(mails * 0.1), Math.ceil(mails * 0.8)]
    await sink.reached(from)
    const since = performance.now()
    const before = workers.map(({ pid }) => processorTime(pid))
    await sink.reached(to)
    const took = performance.now() - since
    const used = workers.map(({ pid }, i) => (processorTime(pid) - before[i]!) / took)
    await sink.reached(mails)
    await settled(database)
    await Promise.all(workers.map((worker) => worker.stop()))
    for (const endCap of endCaps) endCap()
    const { twice, lost, unexplained, uncertain } = await audit(database, await sink.report())
    if (twice.length + lost.length + unexplained.length + uncertain > 0)
      throw new Error('emails were lost, sent twice or became uncertain')
    return { rate: ((to - from) / took) * 1000, used }
  } finally {
    await database.drop()
  }
}

/** Decides about all emails in this process. */
async function decide({ url }: TestDatabase): Promise<void> {
  const app = await createApp({
    env: parseEnv(BENCH_ENV),
    databaseUrl: url,
    appSecret: BENCH_ENV.APP_SECRET,
    workOnce,
  })
  await runDueScan({ app, worker: 'bench', signal: new AbortController().signal })
  await app.close()
}
