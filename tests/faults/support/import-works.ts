import pino from 'pino'
import type { App } from '~/app'
import { createApp } from '~/app.server'
import { parseEnv } from '~/env.server'
import { runImportContacts } from '~/jobs/tasks/import-contacts.server'
import { workOnce } from '~/jobs/worker.server'
import { convertSheet, startImport, storeUpload } from '~/models/imports/import.server'
import { createPersona } from '~/models/personas/persona.server'
import { BENCH_ENV } from '../../load/programs'
import type { TestDatabase } from '../../support/clone'
import { createTestUser } from '../../support/people'

/** A program on a database, without a server around it. */
export const openApp = (database: TestDatabase): Promise<App> =>
  createApp({
    env: parseEnv(BENCH_ENV),
    databaseUrl: database.url,
    appSecret: BENCH_ENV.APP_SECRET,
    workOnce,
    log: pino({ level: 'silent' }),
  })

export interface Target {
  userId: string
  personaId: string
}

/** A new user with an empty list. */
export async function makeTarget({ db }: Pick<App, 'db'>): Promise<Target> {
  const userId = await createTestUser(db)
  const list = { name: 'People', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
  return { userId, personaId: (await createPersona(db, userId, list)).id }
}

async function* inParts(bytes: Buffer, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Stores a CSV or Excel file and starts its job, without running it. */
export async function upload(
  { db }: Pick<App, 'db'>,
  { userId, personaId }: Target,
  file: Buffer,
  name = 'people.csv',
): Promise<string> {
  const stored = await convertSheet(db, userId, await storeUpload(db, userId, name, inParts(file)))
  if ('sheets' in stored) throw new Error(`The file has several sheets: ${stored.sheets.join(', ')}`)
  return (await startImport(db, userId, personaId, stored)).jobId
}

/** Does an import's job, as a worker. */
export const work = (app: App, jobId: string): Promise<void> =>
  runImportContacts({ jobId }, { app, worker: 'test', signal: new AbortController().signal })

/** All that an import left behind, without the ids and times that differ from run to run. */
export async function traceOf({ sql }: TestDatabase, { userId, personaId }: Target, jobId: string) {
  const [job] = await sql`select status, error, progress from queue_jobs where id = ${jobId}`
  const contacts = await sql`
    select email, name, first_name, custom, suppressed, unsubscribed, industry,
      exists (select from persona_contacts pc where pc.contact_id = c.id and pc.persona_id = ${personaId}) as member
    from contacts c where user_id = ${userId} order by lower(email)`
  const rejects = await sql`
    select row_number, reason, cells from import_rejects r join import_batches b on b.id = r.batch_id
    where b.queue_job_id = ${jobId} order by 1`
  const [files] = await sql`select count(*)::int as n from job_files where user_id = ${userId}`
  const [counters] =
    await sql`select total, active, unsubscribed, suppressed from contact_stats where user_id = ${userId}`
  return {
    job: { ...job },
    contacts: contacts.map((row) => ({ ...row })),
    rejects: rejects.map((row) => ({ ...row })),
    files,
    counters,
  }
}
