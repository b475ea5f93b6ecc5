import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { lockPressedContacts } from '~/models/enrollments/pressure.server'
import { listHeld } from '~/models/enrollments/release.server'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import { type Seeded, seedMillion } from '../../bench/lib/million'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'
import { type WrongsOf, watchPlans } from '../../support/plans'

const ROWS = 20_000
/** Enrollments that are decided at once. */
const BATCH = 500

let database: TestDatabase
let userId: string
let seeded: Seeded
let ids: string[]
let db: Db
let wrongsOf: WrongsOf
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  seeded = await seedMillion(database, userId, ROWS)
  await database.sql`
    insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, hold_reason, next_action_at, enrolled_at)
    select ${userId}, ${seeded.sequenceId}, id, id::text, case when n % 400 = 0 then 'contact_pressure' end, now(), created_at
    from (select id, created_at, row_number() over () as n from contacts) c`
  await database.sql`vacuum analyze sequence_contacts`
  const rows = await database.sql`select id from sequence_contacts order by next_action_at limit ${BATCH}`
  ids = rows.map((row) => row.id)
  ;({ db, wrongsOf } = watchPlans(database))
})
afterAll(() => database?.drop())

const load = () => loadSnapshots(db, ids, new Date())

test.each([null, 1, 100])('the weekly limit %s is read by index', async (maxEmailsPerContactPerWeek) => {
  await saveContactSettings(database.db, userId, { maxContinuousNotOpens: 3, maxEmailsPerContactPerWeek })
  expect(await wrongsOf(load, BATCH)).toEqual([])
  const emails = (await load()).map(({ snapshot }) => snapshot.facts.pressure?.emails.length ?? null)
  expect(emails).toEqual(ids.map(() => (maxEmailsPerContactPerWeek === null ? null : 1)))
})

test('the contacts of sends are locked by index', async () => {
  const sends = await database.sql`select id from email_sends order by id limit 50`
  const lock = () =>
    lockPressedContacts(
      db,
      sends.map((row) => row.id),
    )
  expect(await wrongsOf(lock, 50)).toEqual([])
})

test('held enrollments are listed by index', async () => {
  const list = () => listHeld(db, { userId, reason: 'contact_pressure' }, null, BATCH)
  expect(await wrongsOf(list, BATCH)).toEqual([])
  expect(await list()).toHaveLength(ROWS / 400)
})
