import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '~/app'
import { runImportContacts } from '~/jobs/tasks/import-contacts.server'
import { NewContact } from '~/models/contacts/contact'
import { IMPORT_COLUMNS } from '~/models/imports/column-names'
import { mapColumns } from '~/models/imports/columns'
import { startImport, storeUpload } from '~/models/imports/import.server'
import { EMPTY_ROW, readRow } from '~/models/imports/row.server'
import { getImport, writeRejects } from '~/models/imports/view.server'
import { listStalledJobs } from '~/models/jobs/job.server'
import { createPersona } from '~/models/personas/persona.server'
import { rememberSuppression } from '~/models/suppressions/suppression.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
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
beforeEach(async () => {
  userId = await createTestUser(database.db)
  const list = { name: 'Founders', industry: 'Software', jobTitle: 'Founder', location: 'Berlin' }
  personaId = (await createPersona(database.db, userId, list)).id
})

const context = (signal = new AbortController().signal) => ({ app, worker: 'test', signal })

async function* inParts(bytes: Buffer, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Uploads a file and starts its job, without running it. */
async function upload(file: string | Buffer, name = 'people.csv') {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const stored = await storeUpload(app.db, userId, name, inParts(bytes))
  return (await startImport(app.db, userId, personaId, stored)).jobId
}

/** Uploads a file and imports it. */
async function runImport(file: string | Buffer) {
  const jobId = await upload(file)
  await runImportContacts({ jobId }, context())
  return look(jobId)
}

async function look(jobId: string) {
  const view = await getImport(app.db, userId, personaId, jobId)
  const { current, total, added, skipped, failed } = view.progress
  return { ...view, counts: { current, total, added, skipped, failed } }
}

const people = () =>
  database.sql<
    Record<string, unknown>[]
  >`select * from contacts where user_id = ${userId} order by lower(email)`

async function rejectsOf(jobId: string) {
  const parts: Buffer[] = []
  for await (const part of writeRejects(app.db, await look(jobId))) parts.push(part)
  return Buffer.concat(parts).toString().replace('\uFEFF', '')
}

test('imports the columns of the template', async () => {
  const { counts, status, error } = await runImport(
    'Email,First Name,Last Name,Name,Title,Organization,City,State,Country,LinkedIn URL,Headline,Apollo ID\r\n' +
      'ada@example.com,Ada,Byron,,Analyst,Engines Ltd,London,England,UK,https://linkedin.com/in/ada,Numbers,\r\n' +
      'bob@example.com,,,Bobby,,,,,,,,5f1\r\n' +
      'cy@example.com,,,,,,,,,,,\r\n',
  )
  expect({ status, error }).toEqual({ status: 'completed', error: null })
  expect(counts).toEqual({ current: 3, total: 3, added: 3, skipped: 0, failed: 0 })
  const [ada, bob, cy] = await people()
  expect(ada).toMatchObject({
    first_name: 'Ada',
    last_name: 'Byron',
    name: 'Ada Byron',
    title: 'Analyst',
    organization_name: 'Engines Ltd',
    city: 'London',
    state: 'England',
    country: 'UK',
    linkedin_url: 'https://linkedin.com/in/ada',
    headline: 'Numbers',
    apollo_id: null,
    suppressed: false,
    unsubscribed: false,
    hard_bounced: false,
    industry: 'Software',
    metadata: { source: 'manual' },
  })
  expect(bob).toMatchObject({ name: 'Bobby', apollo_id: '5f1', metadata: { source: 'apollo' } })
  expect(cy).toMatchObject({ name: 'cy@example.com' })
  const [list] = await database.sql`select contact_count from personas where id = ${personaId}`
  expect(list).toEqual({ contact_count: 3 })
  const [batch] = await database.sql`
    select count(*)::int as n from persona_contacts pc join import_batches b on b.id = pc.import_batch_id where pc.persona_id = ${personaId}`
  expect(batch).toEqual({ n: 3 })
})

const TEXT = 'Email;First Name;Größe\nada@example.com;Zoë;"a;b"\n"bo@example.com";"two\nlines";"say ""hi"""\n'
const utf16 = (text: string, bigEndian: boolean, mark: boolean) => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 LE with a mark', utf16(TEXT, false, true)],
  ['UTF-16 BE with a mark', utf16(TEXT, true, true)],
  ['UTF-16 LE without one', utf16(TEXT, false, false)],
  ['UTF-16 BE without one', utf16(TEXT, true, false)],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
  ['old line ends', Buffer.from(TEXT.replaceAll('\n', '\r'))],
  [
    'tabs',
    Buffer.from(
      'email\tFIRST_NAME\tgröße\nada@example.com\tZoë\ta;b\nbo@example.com\t"two\nlines"\t"say ""hi"""',
    ),
  ],
  [
    'commas',
    Buffer.from(
      'E-Mail,firstname,Größe\nada@example.com,Zoë,a;b\n\n\nbo@example.com, "two\nlines","say ""hi"""',
    ),
  ],
])('reads %s', async (_, file) => {
  const { counts } = await runImport(file)
  expect(counts).toMatchObject({ current: 2, total: 2, added: 2, failed: 0 })
  const [ada, bo] = await people()
  expect(ada).toMatchObject({ email: 'ada@example.com', first_name: 'Zoë', custom: { grosse: 'a;b' } })
  // Names are one line: they stand in subjects and greetings.
  expect(bo!.first_name).toBe('two lines')
  expect(bo).toMatchObject({ email: 'bo@example.com', custom: { grosse: 'say "hi"' } })
})

test('reads a character split across chunks', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `p${i}@example.com,${'é'.repeat(i % 90)}😀`)
  const { counts } = await runImport(`Email,First Name\n${rows.join('\n')}\n`)
  expect(counts.added).toBe(3000)
  const [odd] =
    await database.sql`select count(*)::int as n from contacts where user_id = ${userId} and first_name !~ '^é*😀$'`
  expect(odd).toEqual({ n: 0 })
})

test('rejects invalid rows with a reason and imports the others', async () => {
  const jobId = await upload(
    [
      'Email,First Name,Apollo ID,Note',
      'good@example.com,Ann,,ok',
      ',Nobody,,x',
      'nobody,,,',
      'two@@example.com,,,',
      `${'l'.repeat(250)}@example.com,,,`,
      `long@example.com,${'n'.repeat(201)},,`,
      'wide@example.com,a,b,c,d,e',
      'nul@example.com,a\0b,,',
      'first@example.com,,A1,',
      'second@example.com,,A1,',
      '=cmd|calc,,,@SUM(1)',
      ',,,',
    ].join('\n'),
  )
  await runImportContacts({ jobId }, context())
  const { counts } = await look(jobId)
  expect(counts).toEqual({ current: 12, total: 12, added: 2, skipped: 0, failed: 9 })
  expect((await people()).map((row) => row.email)).toEqual(['first@example.com', 'good@example.com'])
  const lines = (await rejectsOf(jobId)).split('\r\n')
  expect(lines[0]).toBe('Row,Reason,Email,First Name,Apollo ID,Note')
  expect(lines.slice(1, 4)).toEqual([
    '3,The row has no email address,,Nobody,,x',
    '4,The email address has no @,nobody,,,',
    '5,Invalid email address,two@@example.com,,,',
  ])
  expect(lines[4]).toMatch(/^6,Invalid email address,l+@example/)
  expect(lines[5]).toMatch(/^7,First Name: Must be at most 200 characters,/)
  expect(lines[6]).toBe('8,"The row has 6 cells, the header has 4",wide@example.com,a,b,c,d,e')
  expect(lines[7]).toBe('9,First Name: Must not contain control characters,nul@example.com,a\uFFFDb,,')
  expect(lines[8]).toBe('11,Another contact has this Apollo ID,second@example.com,,A1,')
  expect(lines[9]).toBe("12,The email address has no @,'=cmd|calc,,,'@SUM(1)")
  expect(lines[10]).toBe('')
})

test('skips an existing contact, adds it to the list and keeps its flags', async () => {
  await database.sql`
    insert into contacts (user_id, email, name, unsubscribed, suppressed) values (${userId}, 'Old@Example.com', 'Old', true, true)`
  const { counts } = await runImport(
    'Email,Name\nold@example.COM,New\nnew@example.com,N\nNEW@example.com,M\n',
  )
  expect(counts).toEqual({ current: 3, total: 3, added: 1, skipped: 2, failed: 0 })
  const [fresh, old] = await people()
  expect(fresh).toMatchObject({ email: 'new@example.com', name: 'N' })
  expect(old).toMatchObject({ email: 'Old@Example.com', name: 'Old', unsubscribed: true, suppressed: true })
  const [list] = await database.sql`select contact_count from personas where id = ${personaId}`
  expect(list).toEqual({ contact_count: 2 })
})

test('applies a stored suppression to an imported contact', async () => {
  await rememberSuppression(app.db, userId, 'gone@example.com', 'unsubscribed', app.secrets)
  await rememberSuppression(app.db, userId, 'dead@example.com', 'hard_bounce', app.secrets)
  await runImport('Email,Unsubscribed,Suppressed\nGone@example.com,false,false\ndead@example.com,,\n')
  const [dead, gone] = await people()
  expect(gone).toMatchObject({ unsubscribed: true, custom: {} })
  expect(dead).toMatchObject({ hard_bounced: true, tags: ['blacklist'] })
})

test('imports further columns as unique snake-case variables', async () => {
  await runImport(
    'Email,Favourite Colour,favourite-colour,2nd Line,,Email\na@example.com,red,blue,second,fifth,b@example.com\n',
  )
  const [row] = await people()
  expect(row).toMatchObject({
    email: 'a@example.com',
    custom: {
      favourite_colour: 'red',
      favourite_colour_2: 'blue',
      _2nd_line: 'second',
      column_5: 'fifth',
      email_2: 'b@example.com',
    },
  })
})

describe('a file that is not a contact list fails the job with a reason', () => {
  test.each([
    ['empty', Buffer.alloc(0), 'The file is empty'],
    [
      'without an Email column',
      Buffer.from('Name\nAnn\n'),
      'The file has no Email column; its first row must name the columns',
    ],
    [
      'a spreadsheet',
      Buffer.from('PK\u0003\u0004xl/workbook.xml'),
      'This is a spreadsheet or an archive, not a CSV file. Save it as CSV first.',
    ],
    [
      'too wide',
      Buffer.from(`Email${',x'.repeat(10_000)}\n`),
      'The file has 10001 columns. At most 200 are supported.',
    ],
    [
      'one endless line',
      Buffer.alloc(3 * 1024 * 1024, 'x'),
      'Line 1 is longer than 1 MB. Perhaps it is not a CSV file.',
    ],
  ])('%s', async (_, file, message) => {
    const { status, error, counts } = await runImport(file)
    expect({ status, error }).toEqual({ status: 'failed', error: message })
    expect(counts.added).toBe(0)
  })

  test('imports the rows before an endless row', async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => `p${i}@example.com`)
    const { status, counts } = await runImport(`Email\n${rows.join('\n')}\n"${'y'.repeat(2_000_000)}\n`)
    expect(status).toBe('failed')
    expect(counts).toMatchObject({ current: 1500, added: 1500, skipped: 0, failed: 0 })
  })
})

test('rejects a row of ten thousand cells and an unclosed quote', async () => {
  const { status, counts } = await runImport(
    `Email,Name\na@example.com${',x'.repeat(10_000)}\nb@example.com,B\nc@example.com,"open\nd@example.com,D\n`,
  )
  expect({ status, ...counts }).toEqual({
    status: 'completed',
    current: 4,
    total: 4,
    added: 2,
    skipped: 0,
    failed: 2,
  })
})

test('completes a file with only headers without contacts', async () => {
  const { status, counts } = await runImport('Email,First Name\r\n')
  expect({ status, ...counts }).toEqual({
    status: 'completed',
    current: 0,
    total: 0,
    added: 0,
    skipped: 0,
    failed: 0,
  })
})

describe('a worker that dies', () => {
  const rows = Array.from({ length: 4200 }, (_, i) => (i % 10 === 3 ? `bad${i}` : `p${i % 4000}@example.com`))
  const file = `Email\n${rows.join('\n')}\n`
  // Rows 4000 to 4199 repeat earlier ones; every tenth of all has no @.
  const whole = { current: 4200, total: 4200, added: 3600, skipped: 180, failed: 420 }

  test('between two batches leaves whole batches, and the next one continues', async () => {
    const jobId = await upload(file)
    let batches = 0
    const clock = {
      now: async () => {
        if (++batches === 3) throw new Error('killed')
        return new Date('2026-03-02T10:00:00Z')
      },
    }
    await expect(runImportContacts({ jobId }, { ...context(), app: { ...app, clock } })).rejects.toThrow(
      'killed',
    )
    expect((await look(jobId)).counts).toMatchObject({ current: 2000, added: 1800, failed: 200 })
    await runImportContacts({ jobId }, context())
    expect(await look(jobId)).toMatchObject({ status: 'completed', counts: whole })
    const [list] = await database.sql`select contact_count from personas where id = ${personaId}`
    expect(list).toEqual({ contact_count: 3600 })
    expect((await rejectsOf(jobId)).trim().split('\r\n')).toHaveLength(421)
  })

  test('told to stop puts the rest back into the queue', async () => {
    const jobId = await upload(file)
    const stopping = new AbortController()
    const clock = {
      now: async () => {
        stopping.abort()
        return new Date('2026-03-02T10:00:00Z')
      },
    }
    await runImportContacts({ jobId }, { ...context(stopping.signal), app: { ...app, clock } })
    expect(await look(jobId)).toMatchObject({ status: 'processing', counts: { current: 1000 } })
    const waiting = await database.sql`select 1 from graphile_worker.jobs where key = ${`import:${jobId}`}`
    expect(waiting).toHaveLength(1)
    await runImportContacts({ jobId }, context())
    expect(await look(jobId)).toMatchObject({ status: 'completed', counts: whole })
  })

  test('a repeated defect fails the job with a message for the user', async () => {
    const jobId = await upload(file)
    const clock = { now: () => Promise.reject(new Error('broken')) }
    for (let attempt = 1; attempt <= 5; attempt++) {
      await expect(runImportContacts({ jobId }, { ...context(), app: { ...app, clock } })).rejects.toThrow(
        'broken',
      )
    }
    expect(await look(jobId)).toMatchObject({ status: 'failed', error: 'An error occurred during import' })
  })
})

test('requeues a job whose queue entry was given up, and leaves a pending one alone', async () => {
  const dead = await upload('Email\na@example.com\n')
  const alive = await upload('Email\nb@example.com\n')
  await database.sql`select graphile_worker.remove_job(${`import:${dead}`})`
  const ids = (await listStalledJobs(app.db)).map((job) => job.id)
  expect(ids).toContain(dead)
  expect(ids).not.toContain(alive)
})

test('limits fields to the lengths of the contact form', () => {
  const targets = mapColumns(Object.values(IMPORT_COLUMNS))
  for (const [index, field] of Object.keys(IMPORT_COLUMNS).entries()) {
    // An unknown time zone is left out, whatever its length.
    if (field === 'email' || field === 'timezone') continue
    const allowed = (length: number) => {
      const cells = ['a@example.com', ...Array.from({ length: 11 }, () => '')]
      cells[index] = 'x'.repeat(length)
      const row = readRow(targets, cells)
      const imported = row !== EMPTY_ROW && !('reason' in row)
      const typed = NewContact.safeParse({ email: 'a@example.com', [field]: 'x'.repeat(length) }).success
      expect({ field, length, imported }).toEqual({ field, length, imported: typed })
      return imported
    }
    const most = Array.from({ length: 600 }, (_, i) => i + 1).filter(allowed).length
    expect(most).toBeLessThan(600)
  }
})

test('repeating an import adds nothing', async () => {
  const file = 'Email\na@example.com\nb@example.com\n'
  const first = await upload(file)
  await runImportContacts({ jobId: first }, context())
  await runImportContacts({ jobId: first }, context())
  expect((await look(first)).counts).toMatchObject({ added: 2, skipped: 0 })
  expect((await runImport(file)).counts).toEqual({ current: 2, total: 2, added: 0, skipped: 2, failed: 0 })
})

test('deleting the list ends its import, which other users cannot see', async () => {
  const jobId = await upload('Email\na@example.com\n')
  await expect(getImport(app.db, await createTestUser(database.db), personaId, jobId)).rejects.toThrow(
    'Import not found',
  )
  await database.sql`delete from personas where id = ${personaId}`
  await runImportContacts({ jobId }, context())
  const [job] = await database.sql`select status, error from queue_jobs where id = ${jobId}`
  expect(job).toEqual({ status: 'failed', error: 'Email list not found' })
  expect(await people()).toHaveLength(0)
})

test('refuses an upload by file name or for a foreign list, and stores nothing', async () => {
  await expect(upload('Email\n', 'people.xls')).rejects.toThrow('Please select a valid CSV file')
  const stored = await storeUpload(app.db, userId, 'A.CSV', inParts(Buffer.from('Email\n')))
  await expect(startImport(app.db, await createTestUser(database.db), personaId, stored)).rejects.toThrow(
    'Email list not found',
  )
  const left = await database.sql`select 1 from job_files where user_id = ${userId}`
  expect(left).toHaveLength(0)
})

test('enrolls imported contacts in the running sequences of the list', async () => {
  const [sequence] = await database.sql`
    insert into sequences (user_id, name, timezone, status) values (${userId}, 'S', 'UTC', 'running') returning id`
  await database.sql`insert into sequence_personas (sequence_id, persona_id) values (${sequence!.id}, ${personaId})`
  await database.sql`insert into contacts (user_id, email, name) values (${userId}, 'old@example.com', 'Old')`
  await runImport('Email\nold@example.com\nnew@example.com\n')
  const rows = await database.sql`select 1 from sequence_contacts where sequence_id = ${sequence!.id}`
  expect(rows).toHaveLength(2)
})

test('keeps the rejected rows of the newest 20 imports of an account', async () => {
  const { jobId } = await runImport('Email\nno address\n')
  expect(await look(jobId)).toMatchObject({ keepsRejects: true, counts: { failed: 1 } })
  for (let n = 0; n < 19; n++) await upload('Email\n')
  expect((await look(jobId)).keepsRejects).toBe(true)
  await upload('Email\n')
  expect(await look(jobId)).toMatchObject({ keepsRejects: false, counts: { failed: 1 } })
})

test('refuses an upload while the files of the account take more than a gigabyte', async () => {
  await database.sql`
    insert into job_files (user_id, purpose, name, content_type, size)
    select ${userId}, 'contact_import', 'big.csv', 'text/csv', 600000000 from generate_series(1, 2)`
  await expect(upload('Email\n')).rejects.toThrow('more than 1 GB')
})
