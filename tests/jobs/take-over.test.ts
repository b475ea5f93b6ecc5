import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import { createApp } from '~/app.server'
import { parseEnv } from '~/env.server'
import { startTakingOver } from '~/jobs/queue/take-over.server'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { workOnce } from '~/jobs/worker.server'
import { claimSends } from '~/models/outbox/claim.server'
import { BENCH_ENV } from '../load/programs'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createApp({
    env: parseEnv(BENCH_ENV),
    databaseUrl: database.url,
    appSecret: BENCH_ENV.APP_SECRET,
    workOnce,
  })
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

test('a worker takes over what a dead one has claimed, as soon as it looks', async () => {
  const { sql } = database
  await seedPeople(database, await seedCampaign(database, { port: 9, mailboxes: 1 }), 3)
  await runDueScan({ app, worker: 'a worker', signal: new AbortController().signal })
  const [planned] = await sql<{ id: string }[]>`select distinct sender_account_id as id from email_sends`
  expect(await claimSends(app.db, planned!.id, 'a dead worker', await app.clock.now())).toHaveLength(3)
  await sql`delete from graphile_worker._private_jobs`
  const stop = startTakingOver(app, 5)
  await expect
    .poll(() => sql`select state, claimed_by as "claimedBy" from email_sends group by 1, 2`)
    .toEqual([{ state: 'scheduled', claimedBy: null }])
  await expect
    .poll(async () =>
      (await sql`select payload from graphile_worker._private_jobs`).map((job) => job.payload),
    )
    .toContainEqual({ mailboxId: planned!.id })
  await stop()
})
