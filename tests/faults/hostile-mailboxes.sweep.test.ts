import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { LANES } from '~/jobs/queue/lanes'
import { startWorker, type Worker } from '~/jobs/worker.server'
import { startImport, storeUpload } from '~/models/imports/import.server'
import { getJob } from '~/models/jobs/job.server'
import { getMailbox } from '~/models/mailboxes/mailbox.server'
import { createPersona } from '~/models/personas/persona.server'
import { createProviders } from '~/providers/factory.server'
import { MAIL_BUDGETS } from '~/providers/net/budget'
import type { SystemMail } from '~/providers/system-mail.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { startHostileImap } from '../support/hostile-imap'
import { addSmtp } from '../support/mailing'
import { createTestUser } from '../support/people'
import { until } from '../support/until'

/** One account connects many mailboxes on a server that is busy without end. */
const HOSTILE = 50

let database: TestDatabase
let app: App
let worker: Worker
let hostile: Awaited<ReturnType<typeof startHostileImap>>
let good: Awaited<ReturnType<typeof startHostileImap>>
let attacker: string
let other: string
const mails: SystemMail[] = []
/** What a read of a mailbox may take: changed by a test. */
const budgets = { ...MAIL_BUDGETS, imapWork: { ...MAIL_BUDGETS.imapWork } }

beforeAll(async () => {
  database = await createTestDatabase()
  hostile = await startHostileImap({ at: 'LIST', says: 'working', everyMs: 100 })
  good = await startHostileImap({ at: 'nothing', says: 'a line' })
  const made = await createTestApp(database, { settings: { ALLOW_PRIVATE_HOSTS: 'on' } })
  app = {
    ...made,
    providers: createProviders(made.env, { clock: made.clock, budgets }),
    systemMail: {
      available: true,
      send: async (mail) => {
        mails.push(mail)
      },
    },
  }
  attacker = await createTestUser(app.db)
  other = await createTestUser(app.db)
  for (let i = 0; i < HOSTILE; i++) await add(attacker, hostile)
  worker = await startWorker(app)
})
afterAll(async () => {
  await worker?.stop()
  await hostile?.close()
  await good?.close()
  await app?.close()
  await database?.drop()
})

const add = (userId: string, imap: { host: string; port: number }) =>
  addSmtp(app.db, userId, new Date(), {
    ...{ smtpHost: '127.0.0.1', smtpPort: 1, smtpSecure: false },
    ...{ imapHost: imap.host, imapPort: imap.port, imapSecure: false },
  })

/** The attacker's syncs: those that hold a slot, and mailboxes that wait for one. */
async function syncs() {
  const [row] = await database.sql<{ running: number; waiting: number }[]>`
    select count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null)::int as waiting
    from graphile_worker.jobs where task_identifier = 'sync-mailbox' and flags ? ${`lane:sync:${attacker}`}`
  return row!
}

test('50 endless mail servers use only their owner’s share of one lane', async () => {
  const expectHeld = async () => {
    const { running, waiting } = await syncs()
    expect(running).toBe(LANES.sync.perUser)
    expect(waiting).toBeGreaterThanOrEqual(HOSTILE - running)
  }
  await until(expectHeld)

  const list = await createPersona(app.db, other, { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' })
  const file = (async function* () {
    yield Buffer.from('Email\nann@people.example\nbo@people.example\n')
  })()
  const stored = await storeUpload(app.db, other, 'people.csv', file)
  const { jobId } = await startImport(app.db, other, list.id, stored)
  const [user] = await database.sql<{ email: string }[]>`select email from users where id = ${other}`
  await enqueue(app.db, 'send-reset-link', { email: user!.email })
  const mailboxId = await add(other, good)

  await until(async () => expect(await getJob(app.db, other, jobId)).toMatchObject({ status: 'completed' }))
  await until(() => expect(mails.map(({ to }) => to)).toEqual([user!.email]))
  await until(async () => {
    const [cursor] =
      await database.sql`select synced_at from sync_cursors where mail_account_id = ${mailboxId}`
    expect(cursor!.synced_at).not.toBeNull()
  })
  // All of that happened while none of the hostile ones had ended.
  await expectHeld()
})

test('each is abandoned at its deadline, polled less often, and shows why', async () => {
  await worker.stop()
  Object.assign(budgets.imapWork, { ms: 200 })
  worker = await startWorker(app)
  await until(async () => expect(await syncs()).toEqual({ running: 0, waiting: 0 }))
  const [row] = await database.sql<{ failed: number; id: string }[]>`
    select count(*)::int as failed, min(mail_account_id::text) as id from sync_cursors
    where failures > 0 and error like '%did not finish within%'`
  // Those that ran when the worker was stopped may have ended without an error.
  expect(row!.failed).toBeGreaterThanOrEqual(HOSTILE - LANES.sync.perUser)
  // One failure is not reported; later the health page shows it.
  const detail = async () => (await getMailbox(app.db, attacker, row!.id)).statusDetail
  expect(await detail()).toBeNull()
  await database.sql`update sync_cursors set failures = 3`
  expect(await detail()).toMatch(/did not finish within/)
})
