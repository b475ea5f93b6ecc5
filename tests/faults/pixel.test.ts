import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Running, startProgram } from '../load/programs'
import { sized } from '../load/random'
import { seedCampaign, seedPeople, seedSent } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { freePort } from '../support/launch'

const MAILS = 200
const HITS = sized(1_500, 20_000)
/** Hits are stored together, at most this long after their response. */
const FLUSH_MS = 50

let database: TestDatabase
let web: Running
let port: number
let tokens: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  const campaign = await seedCampaign(database, { port: 9, mailboxes: 1 })
  await seedPeople(database, campaign, MAILS)
  await seedSent(database)
  tokens = (await database.sql`select tracking_token from email_sends`).map(
    (row) => row.tracking_token as string,
  )
  port = await freePort()
  web = await startProgram({
    DATABASE_URL: database.url,
    PORT: String(port),
    WORKER: 'off',
    HOST: '127.0.0.1',
  })
})
afterEach(async () => {
  await web?.stop('SIGKILL')
  await database?.drop()
})

/**
 * Opens emails in sequence on several connections. `event` happens after `at` hits, and after several batches were
 * stored.
 * @returns the time of each response
 */
async function openMails(at: number, event: () => void): Promise<number[]> {
  const served: number[] = []
  const since = performance.now()
  let next = 0
  let happened = false
  const line = async () => {
    while (next < HITS || !happened) {
      const n = next++
      if (!happened && n >= at && performance.now() - since > 10 * FLUSH_MS) {
        happened = true
        event()
      }
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Thunderbird/140.0' }
      try {
        const response = await fetch(`http://127.0.0.1:${port}/t/o/${tokens[n % MAILS]}.gif`, { headers })
        await response.arrayBuffer()
        if (response.ok) served.push(performance.now())
      } catch {
        // It is dead, so its unanswered hits do not count.
        return
      }
    }
  }
  await Promise.all(Array.from({ length: 10 }, line))
  return served
}

const stored = async () =>
  (await database.sql`select count(*)::int as n from tracking_events`)[0]!.n as number

async function countersAgree(): Promise<void> {
  const [row] = await database.sql`
    select (select sum(opened)::int from sequence_stats where step_id = '00000000-0000-0000-0000-000000000000') as counted,
      (select count(*)::int from email_logs where opened_at is not null) as logged,
      (select count(distinct email_send_id)::int from tracking_events) as mails`
  expect(row!.counted).toBe(row!.logged)
  expect(row!.logged).toBe(row!.mails)
}

test('a web process that receives SIGTERM loses no open', async () => {
  let stopped: Promise<void> | null = null
  const served = await openMails(HITS / 2, () => {
    stopped = web.stop('SIGTERM')
  })
  await stopped
  expect(served.length).toBeGreaterThan(HITS / 3)
  expect(await stored()).toBeGreaterThanOrEqual(served.length)
  await countersAgree()
})

test('a killed one loses at most its last flush interval', async () => {
  let killedAt = 0
  let stopped: Promise<void> | null = null
  const served = await openMails(HITS / 2, () => {
    killedAt = performance.now()
    stopped = web.stop('SIGKILL')
  })
  await stopped
  // A flush in progress had collected for the same time.
  const late = served.filter((at) => at > killedAt - 4 * FLUSH_MS).length
  expect(await stored()).toBeGreaterThanOrEqual(served.length - late)
  expect(late).toBeLessThan(served.length)
  await countersAgree()
})
