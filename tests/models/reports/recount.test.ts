import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '~/db.server'
import { recountCounters } from '~/models/reports/recount.server'
import { addSmtp, sendOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
let other: ReturnType<typeof openDatabase>
beforeEach(async () => {
  outreach = await openOutreach()
  other = openDatabase(outreach.url, 2)
})
afterEach(async () => {
  await other?.close()
  await outreach?.drop()
})

const DUE = new Date('2026-03-03T08:00:00Z')
const check = () => recountCounters(outreach.db, { fix: false })
const NONE = [
  'contacts.industry',
  'contact_stats',
  'contact_industries',
  'personas',
  'sequences',
  'sequence_stats',
  'variant_stats',
].map((counter) => ({ counter, wrong: 0 }))

/** Every counter's values, the slots added up. */
const values = async () => {
  const { sql } = other
  return [
    await sql`select id, industry from contacts order by id`,
    await sql`select * from contact_stats order by user_id`,
    await sql`select * from contact_industries where total <> 0 order by 1, 2`,
    await sql`select id, contact_count from personas order by id`,
    await sql`select id, total_contacts from sequences order by id`,
    await sql`select sequence_id, step_id, sum(sent)::int as sent, sum(opened)::int as opened, sum(pending)::int as pending,
      sum(active)::int as active from sequence_stats group by 1, 2 order by 1, 2`,
    await sql`select step_id, template_id, sum(sent)::int as sent from variant_stats group by 1, 2 order by 1, 2`,
  ].map((rows) => [...rows])
}

test('finds and corrects every kind of wrong counter, and nothing else', async () => {
  const { db, userId } = outreach
  await sendOne(outreach, await addSmtp(db, userId, NOW), DUE)
  const { sql } = other
  await sql`update contacts set organization = '{"industry": "Software"}'`
  await sql`update email_logs set opened_at = sent_at`
  expect(await check()).toEqual(NONE)
  const before = await values()
  await sql`update contact_stats set active = active + 3`
  await sql`update contacts set industry = 'Steel'`
  await sql`delete from contact_industries`
  await sql`update personas set contact_count = 0`
  await sql`update sequences set total_contacts = 9`
  await sql`update sequence_stats set opened = opened + 5 where step_id = '00000000-0000-0000-0000-000000000000'`
  await sql`delete from variant_stats`
  const wrong = NONE.map(({ counter }) => ({ counter, wrong: 1 }))
  expect(await check()).toEqual(wrong)
  expect(await values()).not.toEqual(before)
  expect(await recountCounters(db, { fix: true })).toEqual(wrong)
  expect(await values()).toEqual(before)
  expect(await check()).toEqual(NONE)
})

test('keeps the counters of steps and templates that are deleted', async () => {
  const { db, userId } = outreach
  await sendOne(outreach, await addSmtp(db, userId, NOW), DUE)
  await other.sql`delete from steps`
  await other.sql`delete from templates`
  const before = await values()
  expect(await recountCounters(db, { fix: true })).toEqual(NONE)
  expect(await values()).toEqual(before)
})

test('stays right while others write', async () => {
  const { db, userId } = outreach
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, 3)
  await other.sql`update contact_stats set total = total + 7`
  let fixed: Promise<unknown> = Promise.resolve()
  await other.sql.begin(async (tx) => {
    await tx`insert into contacts (user_id, email) select ${userId}, 'new' || i || '@people.example' from generate_series(1, 4) i`
    fixed = recountCounters(db, { fix: true })
    // The recount has read its snapshot and waits for the counter's row.
    for (let waits = 0; waits === 0; ) {
      const [row] =
        await other.sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`
      waits = row!.n
    }
  })
  await fixed
  expect(await check()).toEqual(NONE)
  const [row] = await other.sql`select total from contact_stats where user_id = ${userId}`
  expect(row).toEqual({ total: 7 })
})
