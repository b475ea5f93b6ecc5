import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { conversations } from '#drizzle/schema'
import { openDatabase } from '~/db.server'
import { cutoffsBefore, removeOld } from '~/models/retention/remove.server'
import { migrateDatabase } from '../../../drizzle/migrate'
import journal from '../../../drizzle/migrations/meta/_journal.json' with { type: 'json' }
import { cloneDatabase } from '../../support/clone'
import { type Outreach, openOutreach } from '../../support/outreach'
import { killedAt, queued } from '../../support/removal'
import { openThread } from '../../support/replies'
import { day, leaveSequences, leftOf, night, openPast } from './support'

const NOTHING = { texts: 0, decisions: 0, opens: 0, received: 0 }
let outreach: Outreach
beforeEach(async () => {
  outreach = await openOutreach()
  const { db } = outreach
  const { mailboxId } = await openPast(outreach, 5)
  for (const word of ['one', 'two', 'three'])
    await (await openThread(outreach, mailboxId, day(0))).reply(`Reply ${word}`, day(1))
  await leaveSequences(db)
  await db.update(conversations).set({ state: 'done' })
  await db.execute(sql`
    insert into tracking_events (email_send_id, type, created_at) select id, 'open', sent_at from email_sends, generate_series(1, 3)`)
})
afterEach(() => outreach?.drop())

const FAR = day(20_000)

test('ends with everything removed, whenever it is killed', async () => {
  const { db } = outreach
  let kills = 0
  for (let done = false; !done; )
    for (const when of ['before', 'after'] as const)
      done = await night(killedAt(db, 1, when), FAR).then(
        () => true,
        (error: Error) => {
          if (error.message !== 'killed') throw error
          kills += 1
          return false
        },
      )
  expect(kills).toBeGreaterThan(15)
  expect(await leftOf(db)).toEqual(NOTHING)
})

test('two runs at once do no harm', async () => {
  const { db } = outreach
  await Promise.all([night(db, FAR), night(db, FAR)])
  await night(db, FAR)
  expect(await leftOf(db)).toEqual(NOTHING)
})

test('a run that must stop asks for another one', async () => {
  const { db } = outreach
  const before = await leftOf(db)
  await night(db, FAR, {}, AbortSignal.abort())
  expect(await leftOf(db)).toEqual(before)
  expect(await queued(db, 'remove-old')).toEqual([{}])
})

test('a dry run tells what a removal frees, and changes nothing', async () => {
  const { db } = outreach
  const before = await leftOf(db)
  const would = await removeOld(db, cutoffsBefore(FAR), FAR, { dryRun: true, size: 3 })
  expect(await leftOf(db)).toEqual(before)
  const did = await removeOld(db, cutoffsBefore(FAR), FAR, { size: 2 })
  expect(did).toEqual(would)
  expect(did!.map(({ what, rows }) => [what, rows])).toEqual([
    ['texts of sent emails', before.texts],
    ['shared texts of sent emails', 0],
    ['decisions', before.decisions],
    // With those of the three replies.
    ['tracking events', before.opens! + 3],
    ['conversations with received texts', 3],
  ])
  for (const { rows, bytes } of did!) expect(bytes > 0).toBe(rows > 0)
  expect((await removeOld(db, cutoffsBefore(FAR), FAR))!.map(({ rows }) => rows)).toEqual([0, 0, 0, 0, 0])
})

test('passes over what other transactions have locked', async () => {
  const { db } = outreach
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from email_sends for update`)
    await tx.execute(sql`select from sequence_contacts for update`)
    await night(db, FAR)
    expect(await leftOf(db)).toMatchObject({ texts: 8, received: 0 })
  })
  await night(db, FAR)
  expect(await leftOf(db)).toEqual(NOTHING)
})

/** The migrations of the version before texts were removed. */
const BEFORE_RETENTION = journal.entries.findIndex(({ tag }) => tag === '0051_retention')

test('removes data of the version before', async () => {
  const old = await cloneDatabase({ adminUrl: inject('adminUrl'), template: 'template0' })
  const database = openDatabase(old.url)
  try {
    const sent = day(0).toISOString()
    await migrateDatabase(old.url, BEFORE_RETENTION)
    await old.sql`insert into users (email, password, full_name) values ('a@b.example', 'x', 'A B')`
    await old.sql`
      insert into email_sends (id, user_id, recipient_email, sender_email, state, sent_at, html_body, planned_at, scheduled_for,
        tracking_token, unsubscribe_token)
      select md5(i::text)::uuid, u.id, 'c@d.example', 's@b.example', 'sent', ${sent}, 'Hi', ${sent}, ${sent}, 't' || i, 'u' || i
      from users u, generate_series(1, 50) i`
    await old.sql`insert into tracking_events (email_send_id, type, created_at) select id, 'open', ${sent} from email_sends`
    await migrateDatabase(old.url)
    await night(database.db, day(399))
    expect(await leftOf(database.db)).toMatchObject({ texts: 50 })
    await night(database.db, day(401))
    expect(await leftOf(database.db)).toMatchObject({ texts: 0, opens: 0 })
  } finally {
    await database.close()
    await old.drop()
  }
})
