import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '~/app'
import { runImportContacts } from '~/jobs/tasks/import-contacts.server'
import { runRecover } from '~/jobs/tasks/recover.server'
import { runUndoImport } from '~/jobs/tasks/undo-import.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, updateContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { startImport, storeUpload } from '~/models/imports/import.server'
import { startUndo, undoNext } from '~/models/imports/undo/undo.server'
import { getImport, getUndo, listImports } from '~/models/imports/view.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { createPersona } from '~/models/personas/persona.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence } from '~/models/sequences/sequence.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { refused, UNKNOWN_ID } from '../support/outreach'
import { createTestUser } from '../support/people'

let database: TestDatabase
let app: App
let userId: string
let personaId: string
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp(database)
})
afterAll(async () => {
  await app.close()
  await database.drop()
})
const list = async (name: string) =>
  (await createPersona(app.db, userId, { name, industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }))
    .id
beforeEach(async () => {
  userId = await createTestUser(database.db)
  personaId = await list('Imported')
})

const context = (signal = new AbortController().signal) => ({ app, worker: 'test', signal })

async function* whole(text: string) {
  yield Buffer.from(text)
}
/** Imports a file. @returns its batch */
async function importFile(text: string) {
  const stored = await storeUpload(app.db, userId, 'people.csv', whole(text))
  const { jobId } = await startImport(app.db, userId, personaId, stored)
  await runImportContacts({ jobId }, context())
  return (await getImport(app.db, userId, personaId, jobId)).batchId
}
const people = (n: number, name = 'p') =>
  `Email,First Name\n${Array.from({ length: n }, (_, i) => `${name}${i}@people.example,P${i}\n`).join('')}`

const emails = async () =>
  (
    await database.sql<{ email: string }[]>`select email from contacts where user_id = ${userId} order by 1`
  ).map((row) => row.email)
const members = async (id = personaId) =>
  (
    await database.sql<{ email: string }[]>`
      select c.email from persona_contacts pc join contacts c on c.id = pc.contact_id where pc.persona_id = ${id} order by 1`
  ).map((row) => row.email)
const idOf = async (email: string) =>
  (
    await database.sql<
      { id: string }[]
    >`select id from contacts where user_id = ${userId} and email = ${email}`
  )[0]!.id

async function undo(batchId: string) {
  const { jobId } = await startUndo(app.db, userId, { personaId, batchId })
  await runUndoImport({ jobId }, context())
  return (await getUndo(app.db, userId, { personaId, batchId })).job!
}

describe('undoing an import', () => {
  test('removes the contacts and links that the import added', async () => {
    const now = await app.clock.now()
    await createContact(app.db, userId, NewContact.parse({ email: 'p1@people.example' }), now, app.secrets)
    const batchId = await importFile(people(3))
    expect(await members()).toHaveLength(3)
    const job = await undo(batchId)
    expect(job).toMatchObject({
      status: 'completed',
      mailed: 0,
      listed: 0,
      progress: { added: 2, skipped: 0 },
    })
    expect(job.progress.current).toBe(job.progress.total)
    expect(await emails()).toEqual(['p1@people.example'])
    expect(await members()).toEqual([])
    const [row] = (await listImports(app.db, userId, personaId, { limit: 9 })).rows
    expect(row).toMatchObject({ undone: true })
  })

  test('keeps contacts that got an email or are in another list, and counts them', async () => {
    const batchId = await importFile(people(5))
    const other = await list('Other')
    const now = await app.clock.now()
    await addToPersona(
      app.db,
      userId,
      { personaId: other, contactIds: [await idOf('p0@people.example')] },
      now,
      app.secrets,
    )
    for (const [email, state] of [
      ['p1', 'sent'],
      ['p2', 'uncertain'],
      ['p3', 'cancelled'],
    ] as const) {
      await database.sql`
        insert into email_sends (user_id, contact_id, recipient_email, sender_email, state, tracking_token, unsubscribe_token,
          planned_at, scheduled_for, sent_at)
        values (${userId}, ${await idOf(`${email}@people.example`)}, 'x', 'y', ${state}, ${crypto.randomUUID()},
          ${crypto.randomUUID()}, now(), now(), now())`
    }
    expect(await undo(batchId)).toMatchObject({ mailed: 2, listed: 1, progress: { added: 2, skipped: 3 } })
    expect(await emails()).toEqual(['p0@people.example', 'p1@people.example', 'p2@people.example'])
    expect(await members()).toEqual([])
    expect(await members(other)).toEqual(['p0@people.example'])
  })

  test('keeps the suppressions of deleted contacts, and lets a corrected file enroll them', async () => {
    const now = await app.clock.now()
    const { id: sequenceId } = await createSequence(
      app.db,
      userId,
      NewSequence.parse({ name: 'S', timezone: 'UTC' }),
    )
    const batchId = await importFile(people(2))
    const both = [await idOf('p0@people.example'), await idOf('p1@people.example')]
    await enrollContacts(app.db, userId, sequenceId, both, now, app.secrets)
    await updateContact(app.db, userId, both[1]!, { unsubscribed: true }, now, app.secrets)
    await undo(batchId)
    expect(await emails()).toEqual([])
    await importFile(people(2))
    const [stopped] = await database.sql`
      select unsubscribed from contacts where user_id = ${userId} and email = 'p1@people.example'`
    expect(stopped).toEqual({ unsubscribed: true })
    const again = [await idOf('p0@people.example'), await idOf('p1@people.example')]
    expect(await enrollContacts(app.db, userId, sequenceId, again, now, app.secrets)).toMatchObject({
      enrolled: 1,
      already: 0,
      skipped: 1,
    })
  })

  test('continues after a worker died', async () => {
    const batchId = await importFile(people(1203))
    const { jobId } = await startUndo(app.db, userId, { personaId, batchId })
    const now = await app.clock.now()
    expect(await undoNext(app.db, jobId, now, app.secrets)).toBe(true)
    expect(await emails()).toHaveLength(703)
    // Its queue job is deleted, too: the ledger restores it.
    await database.sql`delete from graphile_worker._private_jobs`
    await runRecover(context())
    const keys = await database.sql<
      { key: string }[]
    >`select key from graphile_worker.jobs where key like 'undo:%'`
    expect(keys.map(({ key }) => key)).toEqual([`undo:${jobId}`])
    await runUndoImport({ jobId }, context())
    await runUndoImport({ jobId }, context())
    expect(await emails()).toEqual([])
    expect((await getUndo(app.db, userId, { personaId, batchId })).job).toMatchObject({
      status: 'completed',
      progress: { current: 1203, total: 1203, added: 1203 },
    })
  })

  test('returns to the queue when the worker stops', async () => {
    const batchId = await importFile(people(600))
    const { jobId } = await startUndo(app.db, userId, { personaId, batchId })
    await database.sql`delete from graphile_worker._private_jobs`
    await runUndoImport({ jobId }, context(AbortSignal.abort()))
    expect(await emails()).toHaveLength(100)
    const [queued] =
      await database.sql`select count(*)::int as n from graphile_worker.jobs where key = ${`undo:${jobId}`}`
    expect(queued).toEqual({ n: 1 })
  })

  test('is refused a second time, during the import, after 30 days and for other users', async () => {
    const batchId = await importFile(people(1))
    const ask = (id = batchId, owner = userId) =>
      refused(startUndo(app.db, owner, { personaId, batchId: id }))
    expect(await ask(UNKNOWN_ID)).toBe('NOT_FOUND: Import not found')
    expect(await ask(batchId, await createTestUser(database.db))).toBe('NOT_FOUND: Import not found')
    await database.sql`update queue_jobs set status = 'processing' where user_id = ${userId}`
    expect(await ask()).toBe('CONFLICT: The import is still running. Undo it when it has finished.')
    await database.sql`update queue_jobs set status = 'completed' where user_id = ${userId}`
    await database.sql`update import_batches set created_at = now() - interval '30 days 1 minute' where id = ${batchId}`
    expect(await ask()).toBe('CONFLICT: An import can only be undone within 30 days')
    await database.sql`update import_batches set created_at = now() - interval '29 days' where id = ${batchId}`
    expect(await ask()).toBe('accepted')
    expect(await ask()).toBe('CONFLICT: This import was already undone')
  })
})
