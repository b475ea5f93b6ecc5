import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts, emailSends, personaContacts, queueJobs, sequenceContacts } from '#drizzle/schema'
import type { App } from '~/app'
import { runChangeContacts, runExportContacts, runUndoChange } from '~/jobs/contacts/change-contacts.server'
import { runRecover } from '~/jobs/tasks/recover.server'
import { NewBulk } from '~/models/contacts/bulk/bulk'
import { changeNext, deleteOldParts, startBulk, startUndo } from '~/models/contacts/bulk/bulk.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, updateContact } from '~/models/contacts/contact.server'
import { eraseContact } from '~/models/contacts/erase.server'
import { createOwnField, deleteOwnField } from '~/models/contacts/own-fields/own-fields.server'
import { findExportFile, readFile } from '~/models/jobs/file.server'
import { getJob } from '~/models/jobs/job.server'
import { createPersona, deletePersona } from '~/models/personas/persona.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence } from '~/models/sequences/sequence.server'
import { createTestApp } from '../../support/app'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { refused, UNKNOWN_ID } from '../../support/outreach'
import { createTestUser } from '../../support/people'

let database: TestDatabase
let app: App
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp(database)
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})
beforeEach(async () => {
  userId = await createTestUser(database.db)
})

const context = (signal = new AbortController().signal) => ({ app, worker: 'test', signal })
const time = async () => ({ now: await app.clock.now(), timezone: 'UTC' })

const contact = async (email: string, fields: Record<string, unknown> = {}) =>
  (
    await createContact(
      app.db,
      userId,
      NewContact.parse({ email: `${email}@people.example`, ...fields }),
      await app.clock.now(),
      app.secrets,
    )
  ).id
/** Many contacts, without going through the model. */
const crowd = (n: number) => database.sql`
  insert into contacts (user_id, email, name) select ${userId}, 'c' || i || '@crowd.example', 'C' || i from generate_series(1, ${n}) i`
const list = async () =>
  (
    await createPersona(app.db, userId, {
      name: 'A',
      industry: 'Software',
      jobTitle: 'CTO',
      location: 'Berlin',
    })
  ).id
const start = async (body: Record<string, unknown>) =>
  startBulk(app.db, userId, NewBulk.parse(body), await time())
const EVERYBODY = { all: [] }

/** Changes contacts. @returns the id of the job, and how it ended */
async function change(body: Record<string, unknown>) {
  const { jobId } = await start(body)
  await runChangeContacts({ jobId }, context())
  const { status, error, progress } = await getJob(app.db, userId, jobId)
  const { added, skipped, reasons } = progress
  return { jobId, status, error, added, skipped, reasons }
}
async function undo(changeJobId: string) {
  const { jobId } = await startUndo(app.db, userId, changeJobId)
  await runUndoChange({ jobId }, context())
  const { status, progress } = await getJob(app.db, userId, jobId)
  return { status, added: progress.added, total: progress.total, reasons: progress.reasons }
}
const all = () => app.db.select().from(contacts).where(eq(contacts.userId, userId)).orderBy(contacts.email)
const members = async (personaId: string) =>
  (await app.db.select().from(personaContacts).where(eq(personaContacts.personaId, personaId))).length

describe('a change of many contacts', () => {
  test('tags those that lack the tags, and its undo takes only them back', async () => {
    const [ann, bob, full] = [
      await contact('ann', { tags: ['a'] }),
      await contact('bob', { tags: ['x', 'y'] }),
      await contact('full', { tags: Array.from({ length: 50 }, (_, i) => `t${i}`) }),
    ]
    const contactIds = [ann, bob, full]
    const done = await change({ contactIds, action: 'tag', tags: ['x', 'y'] })
    expect(done).toMatchObject({
      ...{ status: 'completed', added: 1, skipped: 2, reasons: { already: 1, fullTags: 1 } },
    })
    expect((await all()).map(({ tags }) => tags.slice(0, 3))).toEqual([
      ['a', 'x', 'y'],
      ['x', 'y'],
      ['t0', 't1', 't2'],
    ])
    expect(await undo(done.jobId)).toMatchObject({ status: 'completed', added: 1, total: 1 })
    expect((await all()).map(({ tags }) => tags.length)).toEqual([1, 2, 50])
    const untagged = await change({ contactIds, action: 'untag', tags: ['a', 'y'] })
    expect(untagged).toMatchObject({ added: 2, skipped: 1, reasons: { already: 1 } })
    expect((await all()).map(({ tags }) => tags).slice(0, 2)).toEqual([[], ['x']])
    expect(await undo(untagged.jobId)).toMatchObject({ added: 2 })
    expect((await all()).map(({ tags }) => tags.toSorted()).slice(0, 2)).toEqual([['a'], ['x', 'y']])
  })

  test('keeps the mark of an address that bounces', async () => {
    await contact('ann')
    await database.sql`update contacts set hard_bounced = true, tags = '{blacklist}' where user_id = ${userId}`
    expect(await change({ filter: EVERYBODY, action: 'untag', tags: ['blacklist'] })).toMatchObject({
      ...{ added: 0, reasons: { hardBounced: 1 } },
    })
  })

  test('adds to a list and removes from it, and both can be undone', async () => {
    const personaId = await list()
    await contact('ann', { personaId })
    await contact('bob')
    const added = await change({ filter: EVERYBODY, action: 'addToList', personaId })
    expect(added).toMatchObject({ added: 1, skipped: 1, reasons: { already: 1 } })
    expect(await members(personaId)).toBe(2)
    expect(await undo(added.jobId)).toMatchObject({ added: 1 })
    expect(await members(personaId)).toBe(1)
    const removed = await change({ filter: EVERYBODY, action: 'removeFromList', personaId })
    expect(removed).toMatchObject({ added: 1, skipped: 1 })
    expect(await undo(removed.jobId)).toMatchObject({ added: 1 })
    expect(await members(personaId)).toBe(1)
  })

  test('sets a field by its type, and its undo leaves what was changed since', async () => {
    await createOwnField(app.db, userId, { name: 'Seats', type: 'number' })
    const ann = await contact('ann', { custom: { seats: 5 } })
    const bob = await contact('bob')
    await contact('cy', { custom: { seats: 12 } })
    const done = await change({ filter: EVERYBODY, action: 'setField', key: 'seats', value: '12' })
    expect(done).toMatchObject({ added: 2, skipped: 1, reasons: { already: 1 } })
    expect((await all()).map(({ custom }) => custom.seats)).toEqual([12, 12, 12])
    await updateContact(app.db, userId, bob, { custom: { seats: 7 } }, await app.clock.now(), app.secrets)
    expect(await undo(done.jobId)).toMatchObject({ added: 1, total: 2, reasons: { changedSince: 1 } })
    expect((await all()).map(({ custom }) => custom.seats)).toEqual([5, 7, 12])
    expect(
      await change({ contactIds: [ann], action: 'setField', key: 'custom.seats', value: null }),
    ).toMatchObject({
      added: 1,
    })
    expect((await all())[0]!.custom).toEqual({})
  })

  test('sets a built-in field, and a name that was made from others follows', async () => {
    await contact('ann', { firstName: 'Ann', lastName: 'Lee' })
    await contact('bob', { firstName: 'Bob', name: 'Bobby' })
    const done = await change({ filter: EVERYBODY, action: 'setField', key: 'lastName', value: 'Doe' })
    expect((await all()).map(({ name }) => name)).toEqual(['Ann Doe', 'Bobby'])
    await undo(done.jobId)
    expect((await all()).map(({ name, lastName }) => [name, lastName])).toEqual([
      ['Ann Lee', 'Lee'],
      ['Bobby', null],
    ])
  })

  test('enrolls whom it may, once, and says why not the others', async () => {
    const { id: sequenceId } = await createSequence(
      app.db,
      userId,
      NewSequence.parse({ name: 'S', timezone: 'UTC' }),
    )
    await contact('ann')
    await contact('bob', { unsubscribed: true })
    await contact('cy', { suppressed: true })
    const wanted = { filter: EVERYBODY, action: 'enroll', sequenceId }
    expect(await change(wanted)).toMatchObject({
      ...{ added: 1, skipped: 2, reasons: { unsubscribed: 1, suppressed: 1 } },
    })
    const again = await change(wanted)
    expect(again).toMatchObject({ added: 0, reasons: { already: 1, unsubscribed: 1, suppressed: 1 } })
    expect(await app.db.$count(sequenceContacts, eq(sequenceContacts.userId, userId))).toBe(1)
    expect(await refused(startUndo(app.db, userId, again.jobId))).toBe(
      'CONFLICT: This change cannot be undone',
    )
  })

  test('suppresses, ends sequences, and the addresses stay on the list', async () => {
    const { id: sequenceId } = await createSequence(
      app.db,
      userId,
      NewSequence.parse({ name: 'S', timezone: 'UTC' }),
    )
    await contact('ann')
    await change({ filter: EVERYBODY, action: 'enroll', sequenceId })
    expect(await change({ filter: EVERYBODY, action: 'suppress' })).toMatchObject({ added: 1 })
    expect(await change({ filter: EVERYBODY, action: 'suppress' })).toMatchObject({ added: 0, skipped: 1 })
    const [enrollment] = await app.db
      .select()
      .from(sequenceContacts)
      .where(eq(sequenceContacts.userId, userId))
    expect(enrollment).toMatchObject({ status: 'stopped', endReason: 'suppressed' })
    expect(await change({ filter: EVERYBODY, action: 'delete' })).toMatchObject({ added: 1 })
    expect(await all()).toEqual([])
    await contact('ann')
    expect(await all()).toMatchObject([{ suppressed: true }])
  })

  test('deletes, and cancels what was written by hand', async () => {
    const id = await contact('ann')
    await database.sql`
      insert into email_sends (user_id, contact_id, recipient_email, sender_email, state, is_manual, tracking_token,
        unsubscribe_token, planned_at, scheduled_for)
      values (${userId}, ${id}, 'ann@people.example', 'me@sender.example', 'scheduled', true, 't', 'u', now(), now())`
    expect(await change({ contactIds: [id], action: 'delete' })).toMatchObject({ added: 1, skipped: 0 })
    const [send] = await app.db.select().from(emailSends).where(eq(emailSends.userId, userId))
    expect(send).toMatchObject({ state: 'cancelled' })
  })

  test('is about the contacts that matched when it was started', async () => {
    await contact('ann', { city: 'Berlin' })
    const body = { filter: { all: [{ field: 'city', op: 'is', value: 'Berlin' }] }, action: 'delete' }
    const { jobId, total } = await start(body)
    expect(total).toBe(1)
    await contact('late', { city: 'Berlin' })
    await runChangeContacts({ jobId }, context())
    expect((await all()).map(({ email }) => email)).toEqual(['late@people.example'])
  })

  test('continues after a worker died, and changes none twice', async () => {
    await crowd(1203)
    const { jobId, total } = await start({ filter: EVERYBODY, action: 'tag', tags: ['x'] })
    expect(total).toBe(1203)
    expect(await changeNext(app.db, jobId, await app.clock.now(), app.secrets)).toBe(true)
    await database.sql`delete from graphile_worker._private_jobs`
    await runRecover(context())
    const keys = await database.sql`select key from graphile_worker.jobs where key like 'change:%'`
    expect(keys).toEqual([{ key: `change:${jobId}` }])
    await runChangeContacts({ jobId }, context())
    await runChangeContacts({ jobId }, context())
    expect((await getJob(app.db, userId, jobId)).progress).toMatchObject({
      ...{ current: 1203, total: 1203, added: 1203, skipped: 0 },
    })
    const tagged = sql`user_id = ${userId}::uuid and tags = '{x}'`
    expect(await app.db.$count(contacts, tagged)).toBe(1203)
    expect(await undo(jobId)).toMatchObject({ added: 1203, total: 1203 })
    expect(await app.db.$count(contacts, tagged)).toBe(0)
  })

  test('returns to the queue when the worker stops, and can be stopped by the user', async () => {
    await crowd(1100)
    const { jobId } = await start({ filter: EVERYBODY, action: 'tag', tags: ['x'] })
    await database.sql`delete from graphile_worker._private_jobs`
    await runChangeContacts({ jobId }, context(AbortSignal.abort()))
    const [queued] =
      await database.sql`select count(*)::int as n from graphile_worker.jobs where key = ${`change:${jobId}`}`
    expect(queued).toEqual({ n: 1 })
    await app.db.update(queueJobs).set({ status: 'cancelled' }).where(eq(queueJobs.id, jobId))
    await runChangeContacts({ jobId }, context())
    expect(await app.db.$count(contacts, sql`user_id = ${userId}::uuid and tags = '{x}'`)).toBe(500)
    expect(await undo(jobId)).toMatchObject({ added: 500 })
  })

  test('fails with the reason when what it needs is gone', async () => {
    const personaId = await list()
    await contact('ann')
    const { jobId } = await start({ filter: EVERYBODY, action: 'addToList', personaId })
    await deletePersona(app.db, userId, personaId)
    await runChangeContacts({ jobId }, context())
    expect(await getJob(app.db, userId, jobId)).toMatchObject({
      ...{ status: 'failed', error: 'Email list not found' },
    })
    const field = await createOwnField(app.db, userId, { name: 'Plan', type: 'text' })
    const second = await start({ filter: EVERYBODY, action: 'setField', key: 'plan', value: 'x' })
    await deleteOwnField(app.db, userId, field.id)
    await runChangeContacts({ jobId: second.jobId }, context())
    expect(await getJob(app.db, userId, second.jobId)).toMatchObject({ status: 'failed' })
  })

  test.each([
    [{ action: 'tag', tags: ['x'] }, 'Send contactIds or a filter, one of them'],
    [
      { filter: EVERYBODY, contactIds: [UNKNOWN_ID], action: 'suppress' },
      'Send contactIds or a filter, one of them',
    ],
    [{ filter: EVERYBODY, action: 'tag' }, 'tag needs tags'],
    [{ filter: EVERYBODY, action: 'tag', tags: [] }, 'Name at least one tag'],
    [{ filter: EVERYBODY, action: 'suppress', tags: ['x'] }, 'suppress takes no tags'],
    [{ filter: EVERYBODY, action: 'setField', key: 'city' }, 'setField needs value'],
    [{ filter: EVERYBODY, action: 'email' }, /^The action is one of addToList/],
    [{ contactIds: [], action: 'suppress' }, 'Choose at least one contact'],
    [{ filter: EVERYBODY, action: 'export', format: 'pdf' }, 'The format is one of csv, xlsx'],
  ])('is refused without what it needs: %j', (body, message) => {
    const { error } = NewBulk.safeParse(body)
    expect(error?.issues[0]?.message).toMatch(message)
  })

  test('is refused for unknown fields, values that do not fit, and what belongs to others', async () => {
    await contact('ann')
    await createOwnField(app.db, userId, { name: 'Seats', type: 'number' })
    const stranger = await createTestUser(database.db)
    const foreign = await createPersona(app.db, stranger, {
      ...{ name: 'A', industry: 'x', jobTitle: 'x', location: 'x' },
    })
    const ask = (body: Record<string, unknown>) => refused(start({ filter: EVERYBODY, ...body }))
    expect(await ask({ action: 'setField', key: 'seats', value: 'many' })).toBe(
      'INVALID: Seats: Must be a number such as 1234.5',
    )
    expect(await ask({ action: 'setField', key: 'sets', value: 'x' })).toMatch('did you mean')
    expect(await ask({ action: 'setField', key: 'email', value: 'x@y.example' })).toMatch('cannot be set')
    expect(await ask({ action: 'setField', key: 'timezone', value: 'Nowhere' })).toMatch('Unknown time zone')
    expect(await ask({ action: 'addToList', personaId: foreign.id })).toBe('NOT_FOUND: Email list not found')
    expect(await ask({ action: 'enroll', sequenceId: UNKNOWN_ID })).toBe('NOT_FOUND: Sequence not found')
    expect(await ask({ filter: { all: [{ field: 'x' }] }, action: 'suppress' })).toMatch('INVALID')
    expect(await refused(start({ contactIds: [UNKNOWN_ID], action: 'suppress' }))).toBe(
      'NOT_FOUND: Contact not found',
    )
    expect(await app.db.$count(queueJobs, eq(queueJobs.userId, userId))).toBe(0)
  })

  test('keeps no value of a person who was erased', async () => {
    const ann = await contact('ann', { city: 'Berlin' })
    const bob = await contact('bob', { city: 'Bonn' })
    const { jobId } = await change({ filter: EVERYBODY, action: 'setField', key: 'city', value: 'Paris' })
    await eraseContact(app.db, userId, ann, 'ann@people.example', await app.clock.now(), app.secrets)
    const [part] = await database.sql`select undo from contact_change_parts where job_id = ${jobId}`
    expect(part).toEqual({ undo: { [bob]: 'Bonn' } })
  })

  test('can be undone once, within 7 days, when it has ended, by its user', async () => {
    await contact('ann')
    const { jobId } = await start({ filter: EVERYBODY, action: 'tag', tags: ['x'] })
    const ask = (owner = userId) => refused(startUndo(app.db, owner, jobId))
    expect(await ask()).toMatch('CONFLICT: The change is still running')
    await runChangeContacts({ jobId }, context())
    expect(await ask(await createTestUser(database.db))).toBe('NOT_FOUND: Change not found')
    await database.sql`update queue_jobs set created_at = now() - interval '7 days 1 minute' where id = ${jobId}`
    expect(await ask()).toBe('CONFLICT: A change can only be undone within 7 days')
    await database.sql`update queue_jobs set created_at = now() - interval '6 days' where id = ${jobId}`
    await deleteOldParts(app.db)
    expect(await ask()).toBe('accepted')
    expect(await ask()).toBe('CONFLICT: This change was already undone')
    await database.sql`update queue_jobs set created_at = now() - interval '8 days' where id = ${jobId}`
    await deleteOldParts(app.db)
    const left = await database.sql`select 1 from contact_change_parts where job_id = ${jobId}`
    expect(left).toHaveLength(0)
  })
})

describe('an export of contacts', () => {
  async function exported(format: string) {
    const { jobId } = await start({ filter: EVERYBODY, action: 'export', format })
    await runExportContacts({ jobId }, context())
    const file = await findExportFile(app.db, userId, jobId)
    const parts: Buffer[] = []
    for await (const part of readFile(app.db, file!.id)) parts.push(part)
    return { jobId, file: file!, bytes: Buffer.concat(parts) }
  }

  test('as CSV has every contact and field once, with formulas escaped', async () => {
    await createOwnField(app.db, userId, { name: 'Seats', type: 'number' })
    await createOwnField(app.db, userId, { name: 'Vip', type: 'boolean' })
    const personaId = await list()
    await contact('ann', {
      ...{ firstName: '=HYPERLINK("http://x.example")', tags: ['a', 'b'], personaId },
      custom: { seats: 12480, vip: true },
    })
    await contact('bob', { unsubscribed: true })
    const { jobId, file, bytes } = await exported('csv')
    expect(file).toMatchObject({ name: 'contacts.csv', size: bytes.length })
    const rows = parse(bytes, { columns: true, bom: true }) as Record<string, string>[]
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      Email: 'ann@people.example',
      'First Name': `'=HYPERLINK("http://x.example")`,
      Industry: 'Software',
      ...{ Status: 'Active', Tags: 'a, b', 'Email Lists': 'A', Seats: '12480', Vip: 'yes' },
    })
    expect(rows[1]).toMatchObject({ Status: 'Unsubscribed', Seats: '' })
    expect((await getJob(app.db, userId, jobId)).progress).toMatchObject({ current: 2, total: 2, added: 2 })
  })

  test('as XLSX has more parts than one, and texts are never formulas', async () => {
    await crowd(1100)
    await contact('ann', { firstName: '=1+1', lastName: 'Nguyễn <Thị> & "Q"\u{1F600}' })
    const { file, bytes } = await exported('xlsx')
    expect(file.name).toBe('contacts.xlsx')
    const { readSheet } = await import('read-excel-file/node')
    const rows = await readSheet(bytes)
    expect(rows).toHaveLength(1102)
    const found = rows.find((row) => row[0] === 'ann@people.example')
    expect(found).toEqual(expect.arrayContaining(['=1+1', 'Nguyễn <Thị> & "Q"\u{1F600}']))
  })

  test('starts over after a worker died, and leaves no partial file', async () => {
    await crowd(1100)
    const { jobId } = await start({ filter: EVERYBODY, action: 'export', format: 'csv' })
    await runExportContacts({ jobId }, context(AbortSignal.abort()))
    expect(await findExportFile(app.db, userId, jobId)).toBe(null)
    await runExportContacts({ jobId }, context())
    expect((await getJob(app.db, userId, jobId)).progress).toMatchObject({ current: 1100, added: 1100 })
    expect(await database.sql`select 1 from job_files where queue_job_id = ${jobId}`).toHaveLength(1)
  })
})
