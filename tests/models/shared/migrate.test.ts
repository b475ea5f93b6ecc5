import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { countMigrations, migrateDatabase } from '../../../drizzle/migrate'
import journal from '../../../drizzle/migrations/meta/_journal.json'
import { cloneDatabase, type TestDatabase } from '../../support/clone'

const NOW = '2026-03-02T09:00:00Z'

let empty: TestDatabase
beforeEach(async () => {
  empty = await cloneDatabase({ adminUrl: inject('adminUrl'), template: 'template0' })
})
afterEach(() => empty?.drop())

const applied = async () =>
  (await empty.sql`select count(*)::int as n from drizzle.__drizzle_migrations`)[0]!.n as number

/** Columns, indexes, constraints, functions and triggers: what a database looks like. */
async function describeSchema({ sql }: TestDatabase) {
  const [row] = await sql`
    with ours as (select oid from pg_namespace where nspname in ('public', 'sandbox'))
    select
      (select json_agg(c order by c) from (select table_schema, table_name, column_name, data_type, column_default, is_nullable
        from information_schema.columns where table_schema in ('public', 'sandbox')) c) as columns,
      (select json_agg(indexdef order by indexdef) from pg_indexes where schemaname in ('public', 'sandbox')) as indexes,
      (select json_agg(conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) order by conrelid::regclass::text, conname)
        from pg_constraint where connamespace in (select oid from ours)) as constraints,
      (select json_agg(pg_get_functiondef(oid) order by proname) from pg_proc
        where pronamespace in (select oid from ours) and prokind = 'f'
          and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')) as functions,
      (select json_agg(pg_get_triggerdef(t.oid) order by tgname) from pg_trigger t where not tgisinternal) as triggers`
  return row!
}

/**
 * An account with data for every counter, limited to columns that every version has.
 * @param name makes the account and its tokens unique
 * @returns the user's id
 */
async function seed({ sql }: TestDatabase, name: string): Promise<string> {
  const [user] =
    await sql`insert into users (email, password, full_name) values (${`${name}@b.example`}, 'x', 'A B') returning id`
  const id = user!.id as string
  const [persona] = await sql`
    insert into personas (user_id, name, industry, job_title, location) values (${id}, 'L', 'I', 'J', 'P') returning id`
  const contacts = await sql`
    insert into contacts (user_id, email, suppressed, unsubscribed)
    select ${id}, i || '@d.example', i = 1, i = 2 from generate_series(1, 6) i returning id`
  await sql`insert into persona_contacts ${sql(contacts.map((contact) => ({ persona_id: persona!.id, contact_id: contact.id })))}`
  await sql`insert into templates (user_id, name, subject) values (${id}, 'Hello', 'Hi')`
  const [sequence] =
    await sql`insert into sequences (user_id, name, status) values (${id}, 'S', 'running') returning id`
  const [step] =
    await sql`insert into steps (sequence_id, name, "order") values (${sequence!.id}, 'Intro', 1) returning id`
  for (const [n, contact] of contacts.entries()) {
    const [enrollment] = await sql`
      insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, enrolled_at, status, next_action, next_action_at,
        hold_reason, end_reason, current_step_id)
      values (${id}, ${sequence!.id}, ${contact.id}, ${`hash ${n}`}, now(), ${n < 3 ? 'active' : 'completed'}, 'send',
        ${n < 3 ? NOW : null}, ${n === 2 ? 'paused' : null}, ${n < 3 ? null : 'finished'}, ${step!.id}) returning id`
    const [send] = await sql`
      insert into email_sends (user_id, sequence_contact_id, sequence_id, step_id, contact_id, recipient_email, sender_email,
        state, tracking_token, unsubscribe_token, planned_at, scheduled_for, sent_at)
      values (${id}, ${enrollment!.id}, ${sequence!.id}, ${step!.id}, ${contact.id}, 'c@d.example', 's@b.example',
        ${n < 3 ? 'scheduled' : 'sent'}, ${`${name} opens ${n}`}, ${`${name} leaves ${n}`}, now(), now(), ${n < 3 ? null : NOW}) returning id`
    if (n >= 3)
      await sql`
        insert into email_logs (user_id, email_send_id, sequence_id, step_id, contact_id, recipient_email, sender_email, subject, sent_at,
          opened_at, status)
        values (${id}, ${send!.id}, ${sequence!.id}, ${step!.id}, ${contact.id}, 'c@d.example', 's@b.example', 'Hi', now(),
          ${n === 4 ? NOW : null}, ${n === 4 ? 'open' : 'not_open'})`
  }
  return id
}

/** What the counters of a user say, and what the migrations changed in the rows. */
async function countEverything({ sql }: TestDatabase, userId: string) {
  const [row] = await sql`
    select (select row_to_json(s) from (select total, active, unsubscribed, suppressed from contact_stats where user_id = ${userId}) s)
        as contacts,
      (select contact_count from personas where user_id = ${userId}) as members,
      (select row_to_json(s) from (select sum(sent) as sent, sum(opened) as opened, sum(pending) as pending, sum(active) as active
        from sequence_stats where step_id = '00000000-0000-0000-0000-000000000000'
          and sequence_id in (select id from sequences where user_id = ${userId})) s) as sequence,
      (select json_agg(stage order by tracking_token) from email_sends where user_id = ${userId}) as stages,
      (select json_agg(hold_reason order by address_hash) from sequence_contacts where user_id = ${userId}) as holds,
      (select count(*)::int from email_logs where user_id = ${userId}) as logs`
  return row!
}

test('keeps data and counters of every older version', async () => {
  const users: string[] = []
  for (let version = 1; version <= countMigrations(); version++) {
    await migrateDatabase(empty.url, version)
    expect(await applied()).toBe(version)
    // Counters exist since version 2.
    if (version > 1) users.push(await seed(empty, `version ${version}`))
  }
  for (const user of users) {
    expect(await countEverything(empty, user)).toEqual({
      contacts: { total: 6, active: 4, unsubscribed: 1, suppressed: 1 },
      members: 6,
      sequence: { sent: 3, opened: 1, pending: 3, active: 3 },
      stages: ['open', 'open', 'open', 'sent', 'sent', 'sent'],
      holds: [null, null, 'paused', null, null, null],
      logs: 3,
    })
  }
})

test('functions.sql equals the migrated functions', async () => {
  await migrateDatabase(empty.url)
  const migrated = await describeSchema(empty)
  await empty.sql.unsafe(readFileSync('drizzle/functions.sql', 'utf8'))
  expect(await describeSchema(empty)).toEqual(migrated)
  const named = readFileSync('drizzle/functions.sql', 'utf8').match(/(?<=^CREATE OR REPLACE FUNCTION )\w+/gm)
  expect(migrated.functions).toHaveLength(named!.length)
})

test('turns unknown sequence statuses into drafts and refuses them', async () => {
  const { sql } = empty
  await migrateDatabase(
    empty.url,
    journal.entries.findIndex(({ tag }) => tag.endsWith('checked_reasons')),
  )
  await seed(empty, 'a')
  await sql`update sequences set status = 'published'`
  await migrateDatabase(empty.url)
  expect([...(await sql`select status from sequences`)]).toEqual([{ status: 'draft' }])
  await expect(sql`update sequences set status = 'published'`).rejects.toThrow('sequences_status_check')
  await expect(sql`update sequence_contacts set hold_reason = 'bored'`).rejects.toThrow('contacts_hold_check')
  await expect(sql`update sequence_contacts set end_reason = 'bored'`).rejects.toThrow('contacts_end_check')
})

test('stops counting bounced contacts as active', async () => {
  const { sql } = empty
  const number = journal.entries.findIndex(({ tag }) => tag.endsWith('bounced_are_not_active'))
  await migrateDatabase(empty.url, number)
  const [user] =
    await sql`insert into users (email, password, full_name) values ('a@b.example', 'x', 'A B') returning id`
  await sql`
    insert into contacts (user_id, email, industry, organization, hard_bounced, suppressed)
    select ${user!.id}, i || '@d.example', 'Software', '{"industry": "Software"}', i <= 3, i = 3 from generate_series(1, 5) i`
  const counted = async () => [
    ...(await sql`select total, active, suppressed from contact_stats`),
    ...(await sql`select total, active, suppressed from contact_industries`),
  ]
  const before = { total: 5, active: 4, suppressed: 1 }
  expect(await counted()).toEqual([before, before])
  await migrateDatabase(empty.url)
  const after = { total: 5, active: 2, suppressed: 1 }
  expect(await counted()).toEqual([after, after])
})

test('makes exactly those steps branch only that were derived as side steps', async () => {
  const { sql } = empty
  const number = journal.entries.findIndex(({ tag }) => tag.endsWith('branch_only'))
  await migrateDatabase(empty.url, number)
  const [user] =
    await sql`insert into users (email, password, full_name) values ('a@b.example', 'x', 'A B') returning id`
  const expected: string[] = []
  for (const plan of fc.sample(oldPlans, { numRuns: 150, seed: 24 })) {
    const [sequence] = await sql`insert into sequences (user_id, name) values (${user!.id}, 'S') returning id`
    const ids = plan.map(() => randomUUID())
    const to = (link: OldLink) => (typeof link === 'number' ? ids[link % ids.length]! : null)
    const kind = (link: OldLink) => (typeof link === 'number' ? 'step' : link)
    await sql`insert into steps ${sql(
      plan.map(({ type, archived, links: [first, second, third] }, index) => ({
        ...{ id: ids[index]!, sequence_id: sequence!.id, name: 'S', order: index, step_type: type },
        archived_at: archived ? NOW : null,
        ...{ not_opened_next: kind(first), not_opened_step_id: to(first) },
        ...{ opened_no_reply_next: kind(second), opened_no_reply_step_id: to(second) },
        ...{ replied_next: kind(third), replied_step_id: to(third) },
        next_action_type: first === 'default' ? null : first === 'end' ? 'end' : 'send_email',
        next_action_step_id: to(first),
      })),
    )}`
    expected.push(...derivedSideSteps(plan).map((index) => ids[index]!))
  }
  await migrateDatabase(empty.url)
  const rows = await sql<{ id: string }[]>`select id from steps where branch_only`
  expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(100)
})

test('counts the emails of each template that were sent before', async () => {
  const { sql } = empty
  await migrateDatabase(
    empty.url,
    journal.entries.findIndex(({ tag }) => tag.endsWith('step_variants')),
  )
  const id = await seed(empty, 'a')
  await sql`update email_logs set template_id = (select id from templates where user_id = ${id})`
  const [log] = await sql`select * from email_logs limit 1`
  const { id: _, email_send_id: _send, ...rest } = log!
  await sql`insert into email_logs ${sql({ ...rest, is_test_email: true })}`
  await sql`insert into email_logs ${sql({ ...rest, template_id: null })}`
  await migrateDatabase(empty.url)
  const counted = () => sql`
    select s.template_id, sum(sent)::int as sent, sum(opened)::int as opened from variant_stats s group by 1`
  expect([...(await counted())]).toEqual([{ template_id: rest.template_id, sent: 3, opened: 1 }])
  await sql`update email_logs set opened_at = ${NOW} where template_id is not null`
  expect([...(await counted())]).toEqual([{ template_id: rest.template_id, sent: 3, opened: 3 }])
})

/** A link to a step by its place, or in words. */
type OldLink = number | 'default' | 'end'
interface OldStep {
  type: 'send_email' | 'wait'
  archived: boolean
  /** Not opened, opened, replied; of a wait, the first is the next action. */
  links: [OldLink, OldLink, OldLink]
}

const oldLink: fc.Arbitrary<OldLink> = fc.oneof(
  fc.nat(9),
  fc.constantFrom('default' as const, 'end' as const),
)
const oldPlans: fc.Arbitrary<OldStep[]> = fc.array(
  fc.record({
    type: fc.constantFrom('send_email' as const, 'send_email' as const, 'wait' as const),
    archived: fc.constantFrom(false, false, false, true),
    links: fc.tuple(oldLink, oldLink, oldLink),
  }),
  { minLength: 1, maxLength: 7 },
)

/** The places of the steps that the earlier rule derived as side steps: it looks at one link after the other, until nothing is new. */
function derivedSideSteps(plan: OldStep[]): number[] {
  const side = new Set<number>()
  const add = (link: OldLink) => typeof link === 'number' && side.add(link % plan.length)
  for (const { type, archived, links } of plan) {
    if (type !== 'send_email') continue
    if (!archived) add(links[0])
    if (!archived) add(links[1])
    add(links[2])
  }
  for (const place of side) {
    const { type, archived, links } = plan[place]!
    if (type === 'wait' && !archived) add(links[0])
  }
  return [...side]
}

test('serializes concurrent migrations', async () => {
  await Promise.all([migrateDatabase(empty.url), migrateDatabase(empty.url), migrateDatabase(empty.url)])
  expect(await applied()).toBe(countMigrations())
})

test('continues after a failed migration', async () => {
  await empty.sql`create function uuid_v7() returns int language sql as 'select 1'`
  await expect(migrateDatabase(empty.url)).rejects.toThrow()
  const before = await applied()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(countMigrations())
  await empty.sql`drop function uuid_v7()`
  await migrateDatabase(empty.url)
  expect(await applied()).toBe(countMigrations())
})
