import { afterEach, beforeEach, expect, test } from 'vitest'
import { LANES } from '~/jobs/queue/lanes'
import { audit, settled } from '../load/audit'
import { type Running, type Sink, startProgram, startSink } from '../load/programs'
import { sized } from '../load/random'
import { type Campaign, seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { startProxy } from '../support/proxy'

const MAILS = sized(1_200, 10_000)

let database: TestDatabase
let sink: Sink
let campaign: Campaign
let workers: Running[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  sink = await startSink({ SINK_DELAY_MS: '20' })
  campaign = await seedCampaign(database, { port: sink.port, mailboxes: 24 })
  await seedPeople(database, campaign, MAILS)
})
afterEach(async () => {
  for (const worker of workers) await worker.stop('SIGKILL')
  workers = []
  await sink?.stop()
  await database?.drop()
})

const start = async (url = database.url) => {
  const worker = await startProgram({ DATABASE_URL: url }, ['--worker'])
  workers.push(worker)
  return worker
}

/** How often each worker was active, until all emails are settled. */
async function watchWork(): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  const done = settled(database).then(() => true)
  while (!(await Promise.race([done, look(seen).then(() => false)])));
  return seen
}

async function look(seen: Map<string, number>): Promise<void> {
  const rows = await database.sql<{ worker: string; n: number }[]>`
    select claimed_by as worker, count(*)::int as n from email_sends where claimed_by is not null group by 1`
  for (const { worker, n } of rows) seen.set(worker, (seen.get(worker) ?? 0) + n)
}

const nothingWrong = async () => {
  const { twice, lost, unexplained, ...counts } = await audit(database, await sink.report())
  expect({ twice, lost, unexplained }).toEqual({ twice: [], lost: [], unexplained: [] })
  return counts
}

test.each(sized([2], [2, 5]))('%i workers share the work and send no email twice', async (n) => {
  await Promise.all(Array.from({ length: n }, () => start()))
  const seen = await watchWork()
  expect(await nothingWrong()).toMatchObject({ sent: MAILS, uncertain: 0, failed: 0 })
  const total = [...seen.values()].reduce((sum, times) => sum + times, 0)
  // Runs of mailboxes are not all alike: with two workers each has its share, with five at least three are at work.
  if (n === 2) for (const times of seen.values()) expect(times / total).toBeGreaterThan(sized(0, 0.1))
  expect(seen.size).toBeGreaterThanOrEqual(Math.min(n, 3))
})

test('another worker takes over from a killed one within 15 seconds', async () => {
  await seedPeople(database, campaign, 4 * MAILS, '-1 minute', 'q')
  const claimed = () => database.sql<{ worker: string }[]>`
    select distinct claimed_by as worker from email_sends where stage = 'open' and state = 'claimed'`
  const doomed = await start()
  let [name] = await claimed()
  while (!name) [name] = await claimed()
  await start()
  while ((await claimed()).length < 2);
  await doomed.stop('SIGKILL')
  const since = performance.now()
  while ((await claimed()).some(({ worker }) => worker === name!.worker));
  expect((performance.now() - since) / 1000).toBeLessThan(15)
  await settled(database)
  await nothingWrong()
})

test('other workers take over from one that lost its database', async () => {
  const proxy = await startProxy(database.url)
  try {
    await start(proxy.url)
    await sink.reached(MAILS / 5)
    await proxy.cut()
    await start()
    await settled(database)
    const { uncertain } = await nothingWrong()
    // What had started and could not be recorded: of 16 mailboxes at most what each takes at once.
    expect(uncertain).toBeLessThanOrEqual(LANES.send.perUser * 15)
    await proxy.restore()
    // The one that was away works again, and finds nothing to do twice.
    await settled(database)
    await nothingWrong()
  } finally {
    await proxy.close()
  }
})
