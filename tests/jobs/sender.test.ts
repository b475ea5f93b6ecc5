import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JobContext } from '~/jobs/queue/context'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { createSender } from '~/jobs/sending/sender.server'
import { CLAIM_BATCH, claimSends, loadTurnLimits, nextSlotAt } from '~/models/outbox/claim.server'
import { createSealer } from '~/secrets.server'
import { type Doomed, openDoomed, type Post } from '../faults/support/doomed'
import { BENCH_ENV } from '../load/programs'
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
  // Does what the scan would request.
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

test('sends a shard until it is empty', async () => {
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: MAILS })
  expect(Object.values(post.ids)).toEqual(Array(MAILS).fill(1))
})

test('a second request for a running shard returns at once', async () => {
  const sender = createSender(context)
  const first = sender.run(shard)
  expect(await sender.run(shard)).toBe(false)
  expect(await states()).not.toEqual({ sent: MAILS })
  expect(await first).toBe(true)
  expect(await states()).toEqual({ sent: MAILS })
  expect(await sender.run(shard)).toBe(true)
})

test('yields only while another send task waits', async () => {
  await database.sql`select graphile_worker.add_job('send-step', ${JSON.stringify({ shard: shard + 1 })}::json)`
  const { sends: turn } = await loadTurnLimits(database.db, shard)
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: turn, scheduled: MAILS - turn })
  await database.sql`
    insert into mail_accounts (user_id, provider, email, account_key)
    select user_id, provider, i || email, account_key from mail_accounts, generate_series(1, 9) i`
  expect((await loadTurnLimits(database.db, shard)).sends).toBe(10 * 6)
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: turn + 60, scheduled: MAILS - turn - 60 })
  await database.sql`delete from graphile_worker._private_jobs`
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: MAILS })
})

test('mailboxes take turns, one email each', async () => {
  const second = crypto.randomUUID()
  await database.sql`
    insert into mail_accounts (id, user_id, provider, email, account_key, smtp_host, smtp_port, smtp_secure, username, password)
    select ${second}, user_id, provider, 'second' || email, 'second', smtp_host, smtp_port, smtp_secure, username,
      ${createSealer(BENCH_ENV.APP_SECRET).seal('password', second)} from mail_accounts`
  await database.sql`
    update email_sends set sender_account_id = ${second} where id in (select id from email_sends order by id limit 5)`
  await createSender(context).run(shard)
  expect(await states()).toEqual({ sent: MAILS })
  const order = await database.sql<{ mine: boolean }[]>`
    select sender_account_id = ${second} as mine from email_sends order by started_at, id`
  expect(order.slice(0, 50).filter(({ mine }) => mine)).toHaveLength(5)
})

test('claims the same number from each mailbox, earliest first', async () => {
  const mailboxes = await database.sql<{ id: string }[]>`
    insert into mail_accounts (user_id, provider, email, account_key)
    select user_id, provider, i || email, account_key from mail_accounts, generate_series(1, 3) i returning id`
  // The first mailbox's emails are the oldest; two others have a few, and the last one's are not due yet.
  await database.sql`update email_sends set scheduled_for = scheduled_for - interval '1 hour'`
  const [few, some, later] = mailboxes.map(({ id }) => id)
  const move = (id: string, n: number, minutes: number) => database.sql`
    update email_sends set sender_account_id = ${id}, scheduled_for = scheduled_for + make_interval(mins => ${minutes})
    where id in (select id from email_sends where sender_account_id <> all(${mailboxes.map((box) => box.id)}) limit ${n})`
  await move(few!, 2, 30)
  await move(some!, 20, 40)
  await move(later!, 5, 120)
  const now = await program.app.clock.now()
  const claimed = async (limit: number) => {
    const claims = await claimSends(database.db, shard, 'a worker', now, limit)
    const counts = new Map<string, number>()
    for (const { mailboxId } of claims) counts.set(mailboxId, (counts.get(mailboxId) ?? 0) + 1)
    return [few, some, later].map((id) => counts.get(id!) ?? 0).concat(claims.length)
  }
  expect(await claimed(30)).toEqual([2, 10, 0, 22])
  expect(await claimed(30)).toEqual([0, 10, 0, 25])
  expect(await claimed(1000)).toEqual([0, 0, 0, MAILS - 5 - 47])
  const [first] = await database.sql<{ at: Date }[]>`
    select min(scheduled_for) as at from email_sends where state = 'scheduled'`
  expect(await nextSlotAt(database.db, shard)).toEqual(new Date(first!.at))
})

test('claims from the mailboxes that waited longest when slots are short', async () => {
  const mailboxes = await database.sql<{ id: string }[]>`
    insert into mail_accounts (user_id, provider, email, account_key)
    select user_id, provider, i || email, account_key from mail_accounts, generate_series(1, ${MAILS}) i returning id`
  await database.sql`
    update email_sends s set sender_account_id = v.box, scheduled_for = s.scheduled_for - make_interval(mins => v.n::int)
    from (select e.id, e.n, m.box from (select id, row_number() over () as n from email_sends) e
      join unnest(${mailboxes.map(({ id }) => id)}::uuid[]) with ordinality m(box, n) on m.n = e.n) v
    where s.id = v.id`
  const now = await program.app.clock.now()
  const claims = await claimSends(database.db, shard, 'a worker', now, 10)
  const oldest = await database.sql<
    { id: string }[]
  >`select id from email_sends order by scheduled_for limit 10`
  expect(claims.map(({ id }) => id)).toEqual(oldest.map(({ id }) => id))
})
