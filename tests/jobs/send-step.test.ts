import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JobContext } from '~/jobs/queue/context'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { runSendStep } from '~/jobs/sending/send-step.server'
import { CLAIM_BATCH } from '~/models/outbox/claim.server'
import { takeLease } from '~/models/outbox/lease.server'
import { type Doomed, openDoomed, type Post } from '../faults/support/doomed'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'

const MAILS = CLAIM_BATCH + 50

let database: TestDatabase
let program: Doomed
let context: JobContext
let mailboxId: string
const post: Post = { ids: {} }
beforeEach(async () => {
  post.ids = {}
  database = await createTestDatabase()
  const campaign = await seedCampaign(database, { port: 9, mailboxes: 1 })
  mailboxId = campaign.mailboxIds[0]!
  await seedPeople(database, campaign, MAILS)
  program = await openDoomed(database, post)
  context = { app: program.app, worker: 'a worker', signal: new AbortController().signal }
  await runDueScan(context)
  // Does what the scan would request.
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
const jobs = () => database.sql`select key from graphile_worker._private_jobs`

test('sends what is due in a mailbox until nothing is left', async () => {
  await runSendStep({ mailboxId }, context)
  expect(await states()).toEqual({ sent: MAILS })
  expect(Object.values(post.ids)).toEqual(Array(MAILS).fill(1))
  expect(await database.sql`select from mailbox_runs`).toHaveLength(0)
  expect(await jobs()).toEqual([])
})

test('a second run of a mailbox ends at once, and the first one is followed by another', async () => {
  const first = runSendStep({ mailboxId }, context)
  while ((await database.sql`select from mailbox_runs`).length === 0);
  await runSendStep({ mailboxId }, { ...context, worker: 'another worker' })
  expect(await states()).not.toEqual({ sent: MAILS })
  await first
  expect(await states()).toEqual({ sent: MAILS })
  expect(await jobs()).toEqual([{ key: `send-step:${mailboxId}` }])
})

test('a worker that stops finishes what it has started and releases the rest', async () => {
  const stopping = new AbortController()
  const run = runSendStep({ mailboxId }, { ...context, signal: stopping.signal })
  while (Object.keys(post.ids).length === 0) await new Promise(setImmediate)
  stopping.abort()
  await run
  const { sent, scheduled } = await states()
  expect(sent! + scheduled!).toBe(MAILS)
  expect(Object.values(post.ids)).toEqual(Array(sent).fill(1))
  expect(await jobs()).toEqual([{ key: `send-step:${mailboxId}` }])
})

test('an email that hangs delays no other email of its mailbox', async () => {
  const { app } = program
  const open = app.providers.smtp
  let end = () => {}
  app.providers.smtp = (...args) => {
    const server = open(...args)
    return {
      ...server,
      async send(mail, ...rest) {
        const isFirst = Object.keys(post.ids).length === 0
        const result = await server.send(mail, ...rest)
        if (isFirst) await new Promise<void>((resolve) => (end = resolve))
        return result
      },
    }
  }
  const { sql } = database
  await sql`update email_sends set scheduled_for = scheduled_for + interval '1 day'
    where id <> (select id from email_sends order by scheduled_for, id limit 1)`
  const run = runSendStep({ mailboxId }, context)
  while (Object.keys(post.ids).length === 0) await new Promise(setImmediate)
  // The others come due meanwhile.
  await sql`update email_sends set scheduled_for = scheduled_for - interval '1 day' where state = 'scheduled'`
  while (((await states()).sent ?? 0) < MAILS - 1);
  end()
  await run
  expect(await states()).toEqual({ sent: MAILS })
})

test('few emails are in doubt at any moment, however slowly results are recorded', async () => {
  const { sql } = database
  await sql`create function be_slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.02); return new; end'`
  await sql`create trigger be_slow before insert on email_logs for each row execute function be_slow()`
  const { app } = program
  const open = app.providers.smtp
  const inDoubt: number[] = []
  app.providers.smtp = (...args) => {
    const server = open(...args)
    return {
      ...server,
      atOnce: 4,
      async send(...mail) {
        const [row] = await sql`select count(*)::int as n from email_sends where state = 'sending'`
        inDoubt.push(row!.n)
        return server.send(...mail)
      },
    }
  }
  // On a busy machine a run's share of time may end before the last email.
  while ((await states()).scheduled) await runSendStep({ mailboxId }, context)
  expect(await states()).toEqual({ sent: MAILS })
  expect(Math.max(...inDoubt)).toBe(4)
})

test('sends nothing from a mailbox whose lease another worker holds', async () => {
  expect(await takeLease(database.db, mailboxId, 'another worker')).toBe(true)
  await runSendStep({ mailboxId }, context)
  expect(post.ids).toEqual({})
  expect(await takeLease(database.db, crypto.randomUUID(), 'another worker')).toBe(false)
})

test('a worker that hangs holds a mailbox only as long as its emails', async () => {
  const { sql } = database
  const take = () => takeLease(database.db, mailboxId, 'another worker')
  expect(await takeLease(database.db, mailboxId, 'a hanging worker')).toBe(true)
  expect(await take()).toBe(false)
  await sql`update mailbox_runs set taken_at = now() - interval '2 minutes'`
  await sql`update email_sends set state = 'claimed', claimed_by = 'a hanging worker', lease_ends_at = now() + interval '1 minute'
    where id = (select id from email_sends limit 1)`
  expect(await take()).toBe(false)
  await sql`update email_sends set lease_ends_at = now() - interval '1 second' where claimed_by = 'a hanging worker'`
  expect(await take()).toBe(true)
  // It is a lease like any other.
  expect(await takeLease(database.db, mailboxId, 'a hanging worker')).toBe(false)
})

test('a scan has a mailbox sent from although a worker that hangs has begun its job', async () => {
  await runDueScan(context)
  await database.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a hanging worker'`
  await runDueScan(context)
  expect(await database.sql`select key from graphile_worker._private_jobs where locked_at is null`).toEqual([
    { key: `send-step:${mailboxId}` },
  ])
})

test('emails of a mailbox that cannot be opened are held, and no job asks for another', async () => {
  await database.sql`update mail_accounts set password = 'unreadable'`
  for (let claimed = 0; claimed < MAILS; claimed += CLAIM_BATCH) {
    await database.sql`delete from graphile_worker._private_jobs`
    await runSendStep({ mailboxId }, context)
  }
  expect(await database.sql`select distinct hold_reason from sequence_contacts`).toEqual([
    { hold_reason: 'mailbox_not_connected' },
  ])
  expect(await states()).toEqual({ cancelled: MAILS })
  expect(await jobs()).toEqual([])
})
