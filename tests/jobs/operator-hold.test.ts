import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JobContext } from '~/jobs/queue/context'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { runSendStep } from '~/jobs/sending/send-step.server'
import { claimSends } from '~/models/outbox/claim.server'
import { holdSending, releaseHold } from '~/models/outbox/operator-hold.server'
import { holdIfMoved, readSendingControl, resumeSending } from '~/models/outbox/sending-control.server'
import { startSends } from '~/models/outbox/start.server'
import { type Doomed, finish, openDoomed, type Post } from '../faults/support/doomed'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'

const MAILS = 20

let database: TestDatabase
let program: Doomed
let context: JobContext
let now: Date
const post: Post = { ids: {} }
beforeEach(async () => {
  post.ids = {}
  database = await createTestDatabase()
  const campaign = await seedCampaign(database, { port: 9, mailboxes: 1 })
  await seedPeople(database, campaign, MAILS)
  program = await openDoomed(database, post)
  context = { app: program.app, worker: 'a worker', signal: new AbortController().signal }
  now = await program.app.clock.now()
  await holdIfMoved(database.db, now)
})
afterEach(async () => {
  await program?.close()
  await database?.drop()
})

const jobs = async () =>
  (
    await database.sql<{ task: string }[]>`
      select distinct t.identifier as task from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by 1`
  ).map(({ task }) => task)
const mailboxOfCampaign = async () =>
  (await database.sql<{ id: string }[]>`select distinct sender_account_id as id from email_sends`)[0]!.id

test('holds decisions and claims until the operator resumes, and then sends each email once', async () => {
  const { db } = database
  await holdSending(db, 'The provider is down', now)
  await runDueScan(context)
  expect(await database.sql`select id from email_sends`).toHaveLength(0)
  const later = new Date(now.getTime() + 60_000)
  await holdSending(db, null, later)
  expect((await readSendingControl(db)).hold).toEqual({
    kind: 'operator',
    since: now,
    backupAt: null,
    reason: null,
  })
  await database.sql`delete from graphile_worker._private_jobs`
  expect(await releaseHold(db)).toBe(true)
  expect(await jobs()).toEqual(['due-scan'])
  expect(await releaseHold(db)).toBe(false)
  await finish(database, program.app, 'a worker')
  expect(Object.values(post.ids)).toEqual(Array(MAILS).fill(1))
})

test('starts no email that was claimed before the hold', async () => {
  await runDueScan(context)
  const mailboxId = await mailboxOfCampaign()
  const claimed = await claimSends(database.db, mailboxId, 'a worker', await program.app.clock.now())
  expect(claimed).toHaveLength(MAILS)
  await holdSending(database.db, null, now)
  const rendered = claimed.map(({ id }) => ({
    sendId: id,
    mail: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
    messageId: `<${id}.1@bench.example>`,
    threadId: null,
  }))
  expect(await startSends(database.db, rendered, 'a worker', now)).toEqual(new Set())
  await runSendStep({ mailboxId }, context)
  expect(post.ids).toEqual({})
  const claims = await database.sql`select distinct state from email_sends`
  expect([...claims]).toEqual([{ state: 'claimed' }])
  // Their leases end, and they are sent after the hold.
  await releaseHold(database.db)
  await database.sql`update email_sends set lease_ends_at = now() - interval '1 second'`
  await finish(database, program.app, 'a worker')
  expect(Object.values(post.ids)).toEqual(Array(MAILS).fill(1))
})

test('is independent of the hold after a restore, which is reported first', async () => {
  const { db } = database
  await holdSending(db, 'Why not', now)
  await database.sql`update sending_control set database_identity = 'another'`
  expect(await holdIfMoved(db, now)).toMatchObject({ kind: 'moved', reason: null })
  await releaseHold(db)
  expect((await readSendingControl(db)).hold?.kind).toBe('moved')
  await holdSending(db, 'Why not', now)
  expect(await resumeSending(db, null, now)).toBe(0)
  expect((await readSendingControl(db)).hold).toMatchObject({ kind: 'operator', reason: 'Why not' })
  // Only `sending resume` ends the operator's hold.
  expect(await resumeSending(db, null, now)).toBeNull()
  await runDueScan(context)
  expect(await database.sql`select id from email_sends`).toHaveLength(0)
})
