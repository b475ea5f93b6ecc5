import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, settled } from '../load/audit'
import { type Sink, startProgram, startSink } from '../load/programs'
import { runSeed, seeded } from '../load/random'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { bySize } from '../support/sizes'

const { MAILS, KILLS, DELAY_MS } = bySize(
  { MAILS: 60, KILLS: 1, DELAY_MS: 20 },
  { MAILS: 120, KILLS: 2, DELAY_MS: 20 },
  { MAILS: 5_000, KILLS: 200, DELAY_MS: 200 },
)
/** Two mailboxes of five connections each. */
const CONNECTIONS = 10

let database: TestDatabase
let sink: Sink
beforeAll(async () => {
  database = await createTestDatabase()
  sink = await startSink({ SINK_DELAY_MS: String(DELAY_MS) })
})
afterAll(async () => {
  await sink?.stop()
  await database?.drop()
})

const uncertain = async () =>
  (
    await database.sql`select count(*)::int as n from email_sends where state = 'uncertain' or (state = 'sending' and accepted_at is null)`
  )[0]!.n

test(`a worker killed ${KILLS} times during ${MAILS} emails loses none and sends none twice`, async () => {
  const random = seeded(runSeed('kill'))
  const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 2 })
  await seedPeople(database, campaign, MAILS)
  const perKill: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await uncertain()
    const { count } = await sink.count()
    const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
    // One in ten is killed at its start, the others after some emails at a random moment.
    const share = (2 * (MAILS - count)) / (KILLS - kill + 1)
    const more = random() < 0.1 ? 0 : Math.ceil(random() * share * 0.9)
    // Uncertain emails are never sent, so `count + more` may stay out of reach: stop waiting once everything is settled.
    if (more > 0) await Promise.race([sink.reached(count + more), settled(database)])
    await worker.stop('SIGKILL')
    perKill.push((await uncertain()) - before)
  }
  const last = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
  await settled(database)
  await last.stop()

  const { twice, lost, unexplained, ...counts } = await audit(database, await sink.report())
  process.stdout.write(
    `kill: ${JSON.stringify(counts)}, most uncertain after a kill: ${Math.max(...perKill)}\n`,
  )
  expect({ twice, lost, unexplained }).toEqual({ twice: [], lost: [], unexplained: [] })
  expect(counts.sent + counts.failed + counts.uncertain).toBe(MAILS)
  expect(Math.max(...perKill)).toBeLessThanOrEqual(3 * CONNECTIONS)
})
