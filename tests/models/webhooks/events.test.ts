import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOLD_REASONS } from '#drizzle/schema/enums'
import { TOLD_HOLDS } from '~/models/webhooks/event-types'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

/** What the triggers of drizzle/functions.sql write for which change. */

const AT = '2026-03-02T09:00:00Z'

let database: TestDatabase
let userId: string
let sequenceId: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  userId = await createTestUser(database.db)
  sequenceId = await add('sequences', { name: 'S', status: 'running' })
  await addEndpoint(userId, ['*'])
})

async function add(table: string, row: Record<string, unknown>, owner = userId): Promise<string> {
  const { sql } = database
  const values = table === 'workflow_runs' ? row : { user_id: owner, ...row }
  const [made] = await sql`insert into ${sql(table)} ${sql(values)} returning id`
  return made!.id
}
const set = async (table: string, id: string, change: Record<string, unknown>) => {
  const { sql } = database
  await sql`update ${sql(table)} set ${sql(change)} where id = ${id}`
}
const addEndpoint = (owner: string, events: string[], active = true) =>
  add('webhook_endpoints', { url: 'https://hooks.example/', events, active, secret: 'sealed' }, owner)

/** The types written since the last call, with the object's id if it is not the expected one. */
async function told(objectId: string): Promise<string[]> {
  const rows = await database.sql`
    with gone as (delete from webhook_events where user_id = ${userId} returning *)
    select type, object_id from gone order by n`
  return rows.map((row) => (row.object_id === objectId ? row.type : `${row.type} of ${row.object_id}`))
}

const addContact = (more: Record<string, unknown> = {}) =>
  add('contacts', { email: `${crypto.randomUUID()}@people.example`, ...more })
const addSend = (more: Record<string, unknown> = {}) =>
  add('email_sends', {
    recipient_email: 'p@people.example',
    sender_email: 's@b.example',
    tracking_token: crypto.randomUUID(),
    unsubscribe_token: crypto.randomUUID(),
    planned_at: AT,
    scheduled_for: AT,
    ...more,
  })
const addLog = (sendId: string, more: Record<string, unknown> = {}) =>
  add('email_logs', {
    email_send_id: sendId,
    recipient_email: 'p@people.example',
    sender_email: 's@b.example',
    subject: 'Hi',
    ...more,
  })
const addEnrollment = async (more: Record<string, unknown> = {}) =>
  add('sequence_contacts', {
    sequence_id: sequenceId,
    contact_id: await addContact(),
    address_hash: crypto.randomUUID(),
    enrolled_at: AT,
    next_action: 'send',
    next_action_at: AT,
    ...more,
  })

test('emails: sent, opened, replied to and bounced, each once', async () => {
  const send = await addSend()
  expect(await told(send)).toEqual([])
  const log = await addLog(send, { sent_at: AT })
  expect(await told(send)).toEqual(['email.sent'])
  await set('email_logs', log, { opened_at: AT, status: 'open' })
  expect(await told(send)).toEqual(['email.opened'])
  await set('email_logs', log, { opened_at: '2026-03-03T09:00:00Z', detail: 'x' })
  expect(await told(send)).toEqual([])
  await set('email_logs', log, { replied_at: AT, bounced_at: AT })
  expect(await told(send)).toEqual(['email.replied', 'email.bounced'])
})

test('emails: refused ones failed, and bounced if the address does not exist', async () => {
  const send = await addSend()
  await addLog(send, { failed_at: AT })
  expect(await told(send)).toEqual(['email.failed'])
  const other = await addSend()
  await addLog(other, { failed_at: AT, bounced_at: AT })
  expect(await told(other)).toEqual(['email.failed', 'email.bounced'])
})

test('emails: tests are left out', async () => {
  const send = await addSend({ is_test: true })
  const log = await addLog(send, { sent_at: AT, is_test_email: true })
  await set('email_logs', log, { opened_at: AT })
  await set('email_sends', send, { state: 'uncertain' })
  for (const type of ['complaint', 'unsubscribe'])
    await database.sql`insert into tracking_events (email_send_id, type) values (${send}, ${type})`
  expect(await told(send)).toEqual([])
})

test('emails: reported as spam, or the link to unsubscribe was used', async () => {
  const send = await addSend()
  for (const type of ['open', 'reply', 'bounce', 'complaint', 'unsubscribe'])
    await database.sql`insert into tracking_events (email_send_id, type) values (${send}, ${type})`
  expect(await told(send)).toEqual(['email.complained', 'email.unsubscribed'])
})

test('emails: uncertain ones, also after a restore', async () => {
  const send = await addSend()
  await set('email_sends', send, { state: 'claimed' })
  await set('email_sends', send, { state: 'sending' })
  expect(await told(send)).toEqual([])
  await set('email_sends', send, { state: 'uncertain' })
  await set('email_sends', send, { state: 'uncertain', checks: 2 })
  expect(await told(send)).toEqual(['email.uncertain'])
  const restored = await addSend({ state: 'uncertain' })
  expect(await told(restored)).toEqual(['email.uncertain'])
})

test('emails: held, once for each reason', async () => {
  const enrollment = await addEnrollment()
  await told(enrollment)
  await set('sequence_contacts', enrollment, { hold_reason: 'missing_variable' })
  await set('sequence_contacts', enrollment, { hold_reason: 'missing_variable', held_until: AT })
  expect(await told(enrollment)).toEqual(['email.held'])
  await set('sequence_contacts', enrollment, { hold_reason: 'opt_out_asked' })
  expect(await told(enrollment)).toEqual(['email.held'])
  await set('sequence_contacts', enrollment, { hold_reason: null })
  await set('sequence_contacts', enrollment, { hold_reason: 'missing_variable', status: 'stopped' })
  expect(await told(enrollment)).toEqual(['enrollment.ended'])
  const added = await addEnrollment({ hold_reason: 'no_mailbox' })
  expect(await told(added)).toEqual([
    expect.stringContaining('contact.created'),
    'enrollment.started',
    'email.held',
  ])
})

test('emails: the holds that are told are those of the list', async () => {
  const [row] = await database.sql`
    select array(select r from unnest(${HOLD_REASONS as unknown as string[]}::text[]) r where is_told_hold(r)) as told`
  expect(row!.told).toEqual(TOLD_HOLDS)
})

test('contacts: created and changed, but not for counters', async () => {
  const contact = await addContact()
  expect(await told(contact)).toEqual(['contact.created'])
  await set('contacts', contact, { not_opened_streak: 3 })
  await set('contacts', contact, { first_name: null, name: '' })
  expect(await told(contact)).toEqual([])
  for (const change of [
    { first_name: 'Ann' },
    { custom: '{"plan": "pro"}' },
    { organization: '{"name": "Acme"}' },
    { tags: ['vip'] },
    { timezone: 'Asia/Tokyo' },
  ]) {
    await set('contacts', contact, change)
    expect([change, await told(contact)]).toEqual([change, ['contact.updated']])
  }
})

test('contacts: suppressed whenever a stop is added', async () => {
  const contact = await addContact()
  await told(contact)
  for (const flag of ['unsubscribed', 'suppressed', 'hard_bounced']) {
    await set('contacts', contact, { [flag]: true })
    expect(await told(contact)).toEqual(['contact.updated', 'contact.suppressed'])
  }
  await set('contacts', contact, { unsubscribed: false })
  expect(await told(contact)).toEqual(['contact.updated'])
  const other = await addContact({ suppressed: true })
  expect(await told(other)).toEqual(['contact.created', 'contact.suppressed'])
})

test('contacts: one statement tells about each of its rows', async () => {
  await database.sql`
    insert into contacts (user_id, email) select ${userId}, i || '@bulk.example' from generate_series(1, 300) i`
  expect(await told('')).toHaveLength(300)
  await database.sql`update contacts set title = 'CEO', not_opened_streak = 1 where user_id = ${userId}`
  expect(await told('')).toHaveLength(300)
})

test('enrollments: started and ended', async () => {
  const enrollment = await addEnrollment()
  expect((await told(enrollment)).slice(1)).toEqual(['enrollment.started'])
  await set('sequence_contacts', enrollment, { next_action: 'decide', hold_reason: 'paused' })
  expect(await told(enrollment)).toEqual([])
  await set('sequence_contacts', enrollment, { status: 'stopped', end_reason: 'replied' })
  expect(await told(enrollment)).toEqual(['enrollment.ended'])
  await set('sequence_contacts', enrollment, { status: 'completed' })
  expect(await told(enrollment)).toEqual([])
  await set('sequence_contacts', enrollment, { status: 'active' })
  expect(await told(enrollment)).toEqual(['enrollment.started'])
  await database.sql`delete from sequence_contacts where id = ${enrollment}`
  expect(await told(enrollment)).toEqual(['enrollment.ended'])
})

test('enrollments: one that waits for the contact limit starts when there is room', async () => {
  const enrollment = await addEnrollment({ hold_reason: 'sequence_full' })
  expect((await told(enrollment)).slice(1)).toEqual([])
  await set('sequence_contacts', enrollment, { hold_reason: null })
  expect(await told(enrollment)).toEqual(['enrollment.started'])
  const other = await addEnrollment({ hold_reason: 'sequence_full' })
  await told(other)
  await set('sequence_contacts', other, { status: 'stopped', end_reason: 'stopped_by_user' })
  await database.sql`delete from sequence_contacts where id = ${other}`
  expect(await told(other)).toEqual([])
})

test('conversations: labelled, also with another label', async () => {
  const conversation = await add('conversations', { contact_id: await addContact(), last_message_at: AT })
  await told(conversation)
  await set('conversations', conversation, { unread: true, label: null })
  expect(await told(conversation)).toEqual([])
  await set('conversations', conversation, { label: 'Interested' })
  await set('conversations', conversation, { label: 'Interested' })
  await set('conversations', conversation, { label: 'Not now' })
  expect(await told(conversation)).toEqual(['conversation.labelled', 'conversation.labelled'])
  await set('conversations', conversation, { label: null })
  expect(await told(conversation)).toEqual([])
})

test('mailboxes: paused and expired', async () => {
  const mailbox = await add('mail_accounts', { provider: 'smtp', email: 'm@b.example', account_key: 'k' })
  await set('mail_accounts', mailbox, { last_used_at: AT })
  expect(await told(mailbox)).toEqual([])
  await set('mail_accounts', mailbox, { status: 'error', status_detail: 'x' })
  await set('mail_accounts', mailbox, { status: 'error', status_detail: 'y' })
  expect(await told(mailbox)).toEqual(['mailbox.paused'])
  await set('mail_accounts', mailbox, { status: 'connected' })
  await set('mail_accounts', mailbox, { status: 'token_expired' })
  expect(await told(mailbox)).toEqual(['mailbox.expired'])
  await set('mail_accounts', mailbox, { status: 'disconnected', user_id: null })
  expect(await told(mailbox)).toEqual([])
})

test('imports and workflow runs: finished, also if they failed', async () => {
  for (const [type, status] of [
    ['contact_import', 'completed'],
    ['lead_import', 'failed'],
  ] as const) {
    const job = await add('queue_jobs', { type })
    await set('queue_jobs', job, { status: 'processing' })
    expect(await told(job)).toEqual([])
    await set('queue_jobs', job, { status })
    await set('queue_jobs', job, { status, error: 'x' })
    expect(await told(job)).toEqual(['import.finished'])
  }
  const other = await add('queue_jobs', { type: 'export' })
  await set('queue_jobs', other, { status: 'completed' })
  expect(await told(other)).toEqual([])
  const workflow = await add('workflows', { name: 'W', criteria: '{}' })
  for (const [status, day] of [
    ['completed', '02'],
    ['failed', '03'],
  ] as const) {
    const run = await add('workflow_runs', {
      workflow_id: workflow,
      scheduled_for: `2026-03-${day}T09:00:00Z`,
    })
    await set('workflow_runs', run, { status: 'running' })
    expect(await told(run)).toEqual([])
    await set('workflow_runs', run, { status })
    expect(await told(run)).toEqual(['workflow.run_finished'])
  }
})

test('a transaction that is rolled back tells nothing', async () => {
  const { sql } = database
  await expect(
    sql.begin(async (tx) => {
      await tx`insert into contacts (user_id, email) values (${userId}, 'gone@people.example')`
      await tx`update contacts set title = 'CEO' where user_id = ${userId}`
      const [row] = await tx`select count(*)::int as n from webhook_deliveries where user_id = ${userId}`
      expect(row!.n).toBe(2)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await told('')).toEqual([])
  const [left] = await sql`select count(*)::int as n from webhook_deliveries where user_id = ${userId}`
  expect(left!.n).toBe(0)
})

test('writes only what an active webhook of the user wants, once for each', async () => {
  const { sql } = database
  const deliveries = async () => [
    ...(await sql`
      select e.events[1] as first, v.type from webhook_deliveries d join webhook_events v on v.id = d.event_id
      join webhook_endpoints e on e.id = d.endpoint_id where d.user_id = ${userId} order by d.n, e.created_at`),
  ]
  await sql`delete from webhook_endpoints where user_id = ${userId}`
  const contact = await addContact()
  await addEndpoint(userId, ['*'], false)
  await addEndpoint(await createTestUser(database.db), ['*'])
  await set('contacts', contact, { title: 'A' })
  expect(await told(contact)).toEqual([])
  await addEndpoint(userId, ['contact.suppressed', 'email.sent'])
  await set('contacts', contact, { title: 'B' })
  expect(await told(contact)).toEqual([])
  await set('contacts', contact, { suppressed: true })
  expect(await deliveries()).toEqual([{ first: 'contact.suppressed', type: 'contact.suppressed' }])
  await addEndpoint(userId, ['*'])
  await set('contacts', contact, { unsubscribed: true })
  expect((await deliveries()).slice(1)).toEqual([
    { first: '*', type: 'contact.updated' },
    { first: 'contact.suppressed', type: 'contact.suppressed' },
    { first: '*', type: 'contact.suppressed' },
  ])
})

test('deleting a user deletes everything and writes no event', async () => {
  await addEnrollment()
  await database.sql`delete from users where id = ${userId}`
  for (const table of ['webhook_events', 'webhook_endpoints'])
    expect(
      (
        await database.sql`select count(*)::int as n from ${database.sql(table)} where user_id = ${userId}`
      )[0]!.n,
    ).toBe(0)
})
