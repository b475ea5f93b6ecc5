import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JobContext } from '~/jobs/context'
import { runDueScan } from '~/jobs/due-scan.server'
import { createSender } from '~/jobs/sender.server'
import { CLAIM_BATCH, turnOf } from '~/models/outbox-claim.server'
import { type Doomed, openDoomed, type Post } from '../faults/support/doomed'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'

const MAILS = CLAIM_BATCH + 50

let database: TestDatabase
let program: Doomed
let context: JobContext
let shard: number
const post: Post = { ids: {} }
beforeEach(async () => {
  post.ids = {}
  database = await createTestDatabase()
  const campaign = await seedCampaign(database, { port: 9, mailboxes: 1 })
  await seedPeople(database, campaign, MAILS)
  program = await openDoomed(database, post)
  context = { app: program.app, worker: 'a worker', signal: new AbortController().signal }
  await runDueScan(context)
  // What the scan asked for is done here by hand.
  const [planned] = await database.sql<{ shard: number }[]>`select distinct shard from email_sends`
  shard = planned!.shard
  await database.sql`delete from graphile_worker._private_jobs`
})
afterEach(async () => {
  await program?.close()
  await database?.drop()
})

const states = async () =>
  Object.fromEntries(
    (
      await database.sql<{ state: string; n: number }[]>`
        select state, count(*)::int as n from email_sends group by state`
    ).map(({ state, n }) => [state, n]),
  )

test('a shard is sent until nothing is left while nobody waits', async () => {
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: MAILS })
  expect(Object.values(post.ids)).toEqual(Array(MAILS).fill(1))
})

test('it takes its turn only while another job waits, as long as it has mailboxes', async () => {
  await database.sql`select graphile_worker.add_job('sync-mailboxes', '{}'::json)`
  const turn = await turnOf(database.db, shard)
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: turn, scheduled: MAILS - turn })
  await database.sql`
    insert into mail_accounts (user_id, provider, email, account_key)
    select user_id, provider, i || email, account_key from mail_accounts, generate_series(1, 29) i`
  expect(await turnOf(database.db, shard)).toBe(30 * 7)
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: turn + 210, scheduled: MAILS - turn - 210 })
  await database.sql`delete from graphile_worker._private_jobs`
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: MAILS })
})
