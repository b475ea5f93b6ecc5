import { audit, settled } from '../load/audit'
import { type Sink, startProgram } from '../load/programs'
import { seedCampaign, seedPeople } from '../load/seed'
import type { BenchContext } from './engine'
import { type Figure, median, perSecond, processorTime, spread } from './lib/figures'
import type { BenchPostgres } from './lib/postgres'
import { capProcessor } from './lib/share'

/** The share of one processor that each worker gets: four of them, PostgreSQL and the sink must fit on two. */
const SHARE = 0.12
/** Many more than workers, so that each of the eight shards has about as many. */
const MAILBOXES = 128
const COUNTS = [1, 2, 4]

/** P16: workers, each capped to the same share of a processor, on one PostgreSQL. */
export async function benchWorkers({ postgres, sink, pairs, mails }: BenchContext): Promise<Figure[]> {
  const each = Math.ceil(mails / 4)
  const rates = new Map(COUNTS.map((count) => [count, [] as number[]]))
  const used: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    for (const count of COUNTS) {
      const run = await workersRun(postgres, sink, count, each * count)
      rates.get(count)!.push(run.rate)
      used.push(...run.used)
      process.stdout.write(
        `  ${count} workers: ${run.rate.toFixed(1)}/s, each ${run.used.map((share) => share.toFixed(3)).join(', ')} of a processor\n`,
      )
    }
  }
  const one = rates.get(1)!
  return COUNTS.slice(1).map((count) => {
    const ratios = rates.get(count)!.map((rate, pair) => rate / (count * one[pair]!))
    return {
      id: 'P16',
      what: `emails of ${count} workers, each with ${SHARE} of a processor (used: ${median(used).toFixed(2)}), against ${count} times one`,
      ours: perSecond(median(rates.get(count)!)),
      limit: perSecond(count * median(one)),
      value: spread(ratios),
      goal: count === 4 ? 'at least 0.85' : 'measured',
      reached: count === 4 ? median(ratios) >= 0.85 : null,
    }
  })
}

/** @returns emails per second, and the share of a processor that each worker used meanwhile */
async function workersRun(postgres: BenchPostgres, sink: Sink, count: number, mails: number) {
  const database = await postgres.create()
  try {
    const campaign = await seedCampaign(database, { port: sink.port, mailboxes: MAILBOXES })
    const env = { DATABASE_URL: database.url }
    const workers = await Promise.all(Array.from({ length: count }, () => startProgram(env, ['--worker'])))
    await seedPeople(database, campaign, mails)
    await sink.reset()
    const release = workers.map(({ pid }) => capProcessor(pid, SHARE))
    await database.sql`select graphile_worker.add_job('due-scan', '{}'::json, job_key := 'due-scan')`
    // Neither the start, when one worker decides the first ones, nor the end, when some shards are empty.
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
    for (const end of release) end()
    const { twice, lost, unexplained, uncertain } = await audit(database, await sink.report())
    if (twice.length + lost.length + unexplained.length + uncertain > 0)
      throw new Error('emails were lost, sent twice or became uncertain')
    return { rate: ((to - from) / took) * 1000, used }
  } finally {
    await database.drop()
  }
}
