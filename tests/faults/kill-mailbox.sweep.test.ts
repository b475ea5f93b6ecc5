import { afterAll, beforeAll, expect, test } from 'vitest'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { loadAddressKey } from '~/models/suppressions/address-key.server'
import { createSealer, createSecrets } from '~/secrets.server'
import { BENCH_ENV, startProgram } from '../load/programs'
import { runSeed, seeded, sized } from '../load/random'
import { type Campaign, seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { fakeServers } from '../support/mailing'
import { checkAlways } from '../support/removal'
import { until } from '../support/until'

/**
 * A worker is killed while it removes a mailbox with many enrollments and gives them another: more often than the
 * queue retries a job.
 */

const { PEOPLE, KILLS } = sized({ PEOPLE: 2_000, KILLS: 1 }, { PEOPLE: 60_000, KILLS: 40 })
/** Nothing is sent here, because everything is due in a month: no server listens at this port. */
const NO_SERVER = 9

let database: TestDatabase
let campaign: Campaign
beforeAll(async () => {
  database = await createTestDatabase()
  campaign = await seedCampaign(database, { port: NO_SERVER, mailboxes: 1 })
  await database.sql`update steps set delay_days = 30`
  await seedPeople(database, campaign, PEOPLE, '30 days')
})
afterAll(() => database?.drop())

/** The number of enrollments of `mailbox`, or of none. */
const peopleOf = async (mailbox: string | null) =>
  (
    await database.sql`select count(*)::int as n from sequence_contacts where mailbox_id is not distinct from ${mailbox}`
  )[0]!.n as number

/** Lets the pauses pass that the queue makes after each kill: they double, up to hours. */
const skipPauses = () => database.sql`
  update graphile_worker._private_jobs set run_at = now(), max_attempts = greatest(max_attempts, attempts + 1)
  where locked_at is null and (run_at > now() or attempts >= max_attempts)`

/** Kills workers while enrollments move to `mailbox`; the last worker finishes the work. */
async function killWhile(mailbox: string | null, isDone: () => Promise<void>) {
  const random = seeded(runSeed(`kill while people go to ${mailbox ? 'a mailbox' : 'none'}`))
  const seen: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await peopleOf(mailbox)
    const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
    const more = Math.ceil((random() * (PEOPLE - before)) / (KILLS - kill + 1))
    await until(async () => {
      await skipPauses()
      expect(await peopleOf(mailbox)).toBeGreaterThanOrEqual(before + more)
    })
    await worker.stop('SIGKILL')
    seen.push(await peopleOf(mailbox))
    await checkAlways(database.db)
  }
  // Some kills must come halfway, or the test proves nothing.
  expect(seen[0]).toBeLessThan(PEOPLE)
  const last = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
  await until(async () => {
    await skipPauses()
    await isDone()
  })
  await last.stop()
  expect(last.output()).not.toMatch(/"level":(50|60)/)
}

const decisions = () => database.sql`
  select type, rule, count(*)::int as n, count(distinct sequence_contact_id)::int as people from decisions group by 1, 2`
const states = () => database.sql`
  select hold_reason as hold, next_action_at is not null as dated, count(*)::int as n from sequence_contacts group by 1, 2`

test(`${KILLS} kills while a mailbox of ${PEOPLE} contacts is removed and another is connected`, async () => {
  const { db, sql } = database
  const { userId } = campaign
  // The program's secrets, to open sealed values.
  const addressKey = await loadAddressKey(db, createSealer(BENCH_ENV.APP_SECRET))
  const secrets = createSecrets(BENCH_ENV.APP_SECRET, { addressKey })
  await disconnectMailbox(db, userId, campaign.mailboxIds[0]!, new Date(), secrets)
  await killWhile(null, async () => expect(await sql`select 1 from mail_accounts`).toHaveLength(0))
  expect(await states()).toEqual([{ hold: 'no_mailbox', dated: false, n: PEOPLE }])
  // Each enrollment was handled once.
  expect(await decisions()).toEqual([{ type: 'hold', rule: 'held', n: PEOPLE, people: PEOPLE }])

  await sql`delete from decisions`
  const input = NewMailbox.parse({
    email: 'next@bench.example',
    smtpHost: '127.0.0.1',
    password: 'a password',
  })
  const { providers } = fakeServers()
  const { id: next } = await createSmtpMailbox(db, userId, input, new Date(), { providers, secrets })
  await killWhile(next, async () => expect(await peopleOf(next)).toBe(PEOPLE))
  expect(await states()).toEqual([{ hold: null, dated: true, n: PEOPLE }])
  expect((await decisions()).every(({ n, people }) => n === people)).toBe(true)
  expect(await sql`select 1 from email_sends`).toHaveLength(0)
})
