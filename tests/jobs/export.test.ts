import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobContext } from '~/jobs/queue/context'
import { runExportLog, runSendExportLink } from '~/jobs/tasks/export-log.server'
import { readFile } from '~/models/jobs/file.server'
import { getLogExport, startLogExport } from '~/models/reports/log-export.server'
import { ExportRequest } from '~/models/reports/sending-log'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { createTestUser } from '../support/people'

let database: TestDatabase
let userId: string
let sent: { to: string; text: string }[]
const stop = { asked: false }
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  sent = []
  stop.asked = false
  userId = await createTestUser(database.db)
})

const context = () =>
  ({
    app: {
      db: database.db,
      env: { appUrl: 'https://app.example' },
      systemMail: {
        available: true,
        send: async (mail: { to: string; text: string }) => void sent.push(mail),
      },
    },
    worker: 'a worker',
    signal: {
      get aborted() {
        return stop.asked
      },
    },
  }) as unknown as JobContext

/** Rows of the log, the newest with the highest number. */
const log = (n: number, fields: Record<string, string> = {}) => database.sql`
  insert into email_logs (user_id, recipient_email, recipient_name, sender_email, subject, status, sent_at, created_at)
  select ${userId}, 'p' || i || '@people.example', ${fields.name ?? 'Ann'}, 'me@sender.example', ${fields.subject ?? 'Hello'},
    ${fields.status ?? 'not_open'}, now(), now() + i * interval '1 second' from generate_series(1, ${n}) i`

const exported = async (request: Record<string, unknown> = {}) => {
  const { jobId } = await startLogExport(database.db, userId, ExportRequest.parse(request))
  await runExportLog({ jobId }, context())
  return jobId
}
const rowsOf = async (jobId: string): Promise<string[][]> => {
  const { fileId } = await getLogExport(database.db, userId, jobId)
  const parts: Buffer[] = []
  for await (const part of readFile(database.db, fileId!)) parts.push(part)
  return parse(Buffer.concat(parts))
}

test('exports every log row once, newest first, and emails the link', async () => {
  await log(2345)
  const jobId = await exported()
  const [header, ...rows] = await rowsOf(jobId)
  expect(header!.slice(0, 7)).toEqual([
    '\uFEFFRecipient',
    'Email',
    'Subject',
    'Sequence',
    'Status',
    'Sent At',
    'Sent At (ISO 8601)',
  ])
  expect(rows[0]![6]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/)
  expect(rows.map((row) => row[1])).toEqual(
    Array.from({ length: 2345 }, (_, i) => `p${2345 - i}@people.example`),
  )
  expect(await getLogExport(database.db, userId, jobId)).toMatchObject({
    status: 'completed',
    progress: { current: 2345 },
  })
  await runSendExportLink({ jobId }, context())
  expect(sent).toHaveLength(1)
  expect(sent[0]!.text).toContain(`https://app.example/campaign-builder/email-sending/exports/${jobId}`)
})

test('applies the filters of the log', async () => {
  await log(3)
  await log(2, { status: 'reply' })
  expect(await rowsOf(await exported({ status: 'Reply' }))).toHaveLength(3)
  expect(await rowsOf(await exported({ status: 'All' }))).toHaveLength(6)
})

test('writes no formula cells (S18)', async () => {
  for (const start of ['=', '+', '-', '@', '\t=', '\r=', ' ='])
    await log(1, { subject: `${start}1+1`, name: `${start}cmd|x` })
  const [, ...rows] = await rowsOf(await exported())
  expect(rows).toHaveLength(7)
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/)
  expect(rows.at(-1)).toContain("'=1+1")
})

test('reports an empty export', async () => {
  await expect(startLogExport(database.db, userId, ExportRequest.parse({}))).rejects.toThrow(
    'No emails to export',
  )
})

test('restarts after a crash and leaves one file', async () => {
  await log(1500)
  const { jobId } = await startLogExport(database.db, userId, ExportRequest.parse({}))
  stop.asked = true
  await runExportLog({ jobId }, context())
  expect(await getLogExport(database.db, userId, jobId)).toMatchObject({ status: 'processing', fileId: null })
  // Killed in the middle: a part of a file is left.
  await database.sql`insert into job_files (user_id, queue_job_id, purpose, name, content_type, expires_at)
    values (${userId}, ${jobId}, 'export', 'emails.csv', 'text/csv', now() + interval '1 day')`
  stop.asked = false
  await runExportLog({ jobId }, context())
  expect(await rowsOf(jobId)).toHaveLength(1501)
  expect(await database.sql`select 1 from job_files where queue_job_id = ${jobId}`).toHaveLength(1)
  // Done is done.
  await runExportLog({ jobId }, context())
  expect(await database.sql`select 1 from job_files where queue_job_id = ${jobId}`).toHaveLength(1)
})

test('gives only its user access, for a day', async () => {
  await log(1)
  const jobId = await exported()
  const other = await createTestUser(database.db)
  await expect(getLogExport(database.db, other, jobId)).rejects.toThrow('Export not found')
  await database.sql`update job_files set expires_at = now() - interval '1 second' where queue_job_id = ${jobId}`
  expect((await getLogExport(database.db, userId, jobId)).fileId).toBeNull()
  await runSendExportLink({ jobId }, context())
  expect(sent).toEqual([])
})
