import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '~/clock.server'
import { startWatching, type WatchOptions } from '~/jobs/tasks/watch.server'
import type { MailProvider, SmtpConfig, WatchEnd } from '~/providers/mail/types'
import type { ProviderFailure } from '~/providers/net/failure'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { addSmtp, fakeServers, findMailbox } from '../support/mailing'
import { NOW, secrets } from '../support/outreach'
import { createTestUser } from '../support/people'
import { until } from '../support/until'

/** A connection that waits for new mail. */
interface Line {
  email: string
  onNew(): void
  end(how: WatchEnd): void
}

let database: TestDatabase
let userId: string
let lines: Line[]
let opened: number
let stops: (() => Promise<void>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  lines = []
  opened = 0
  stops = []
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await database.drop()
})

/** A mailbox of a server that pushes; every watch is a line that the test holds in its hands. */
function pushing(config: SmtpConfig): MailProvider {
  return {
    watch: (onNew: () => void, signal: AbortSignal) =>
      new Promise<WatchEnd>((resolve) => {
        opened += 1
        const line: Line = {
          email: config.email,
          onNew,
          end: (how) => {
            lines = lines.filter((one) => one !== line)
            resolve(how)
          },
        }
        lines.push(line)
        signal.addEventListener('abort', () => line.end({ ended: 'stopped' }), { once: true })
      }),
    close: async () => {},
  } as unknown as MailProvider
}

function watch(options: WatchOptions = {}) {
  const { db, url } = database
  const app = {
    db,
    databaseUrl: url,
    secrets,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    providers: { ...fakeServers().providers, smtp: pushing },
  }
  const watching = startWatching(app, { everyMs: 20, pauseMs: 5, ...options })
  stops.push(watching.stop)
  return watching
}

const add = (fields: Record<string, unknown> = {}) =>
  addSmtp(database.db, userId, NOW, { imapHost: 'imap.sender.example', ...fields })
const failed = (why: ProviderFailure['why']): WatchEnd => ({
  ended: 'failed',
  failure: { ok: false, why, detail: 'The server said so' },
})
const syncs = async () =>
  (
    await database.sql<
      { key: string }[]
    >`select key from graphile_worker.jobs where task_identifier = 'sync-mailbox'`
  ).map(({ key }) => key)

test('reads new mail of a watched mailbox at once', async () => {
  const id = await add()
  await database.sql`delete from graphile_worker._private_jobs`
  watch()
  await until(() => expect(lines).toHaveLength(1))
  expect(await syncs()).toEqual([])
  lines[0]!.onNew()
  await until(async () => expect(await syncs()).toEqual([`sync-mailbox:${id}`]))
})

test('notices added, changed, disconnected and unreadable mailboxes', async () => {
  const first = await add({ email: 'first@sender.example' })
  await add({ email: 'blind@sender.example', imapHost: undefined })
  watch()
  await until(() => expect(lines.map(({ email }) => email)).toEqual(['first@sender.example']))
  await add({ email: 'second@sender.example' })
  await until(() => expect(lines).toHaveLength(2))
  const old = lines[0]
  await database.sql`update mail_accounts set imap_port = 1143 where id = ${first}`
  await until(() => {
    expect(lines).toHaveLength(2)
    expect(lines).not.toContain(old)
  })
  await database.sql`update mail_accounts set status = 'token_expired' where id = ${first}`
  await until(() => expect(lines.map(({ email }) => email)).toEqual(['second@sender.example']))
})

test('one worker watches a mailbox, and another takes over when it is gone', async () => {
  await add()
  const one = watch()
  await until(() => expect(lines).toHaveLength(1))
  watch()
  const asked = await countLooks()
  await until(async () => expect(await countLooks()).toBeGreaterThan(asked + 3))
  expect(opened).toBe(1)
  await one.stop()
  await until(() => expect(lines).toHaveLength(1))
  expect(opened).toBe(2)
})

/** The number of queries for mailboxes to watch. */
async function countLooks(): Promise<number> {
  const [row] =
    await database.sql`select coalesce(sum(idx_scan + seq_scan), 0)::int as n from pg_stat_user_tables where relname = 'mail_accounts'`
  return row!.n
}

test('a worker watches up to its limit and adds others when it can', async () => {
  const ids = [await add(), await add(), await add(), await add()]
  watch({ atMost: 2 })
  watch({ atMost: 1 })
  await until(() => expect(lines).toHaveLength(3))
  const watched = new Set(lines.map(({ email }) => email))
  expect(watched.size).toBe(3)
  const gone = await findMailbox(database.db, ids[0]!)
  const other = watched.has(gone.email) ? gone.id : ids[1]!
  await database.sql`update mail_accounts set status = 'disconnected' where id = ${other}`
  await until(() => expect(new Set([...watched, ...lines.map(({ email }) => email)]).size).toBe(4))
  expect(lines).toHaveLength(3)
})

test('a user gets at most a share of the watches', async () => {
  for (let i = 0; i < 3; i++) await add()
  const mine = userId
  userId = await createTestUser(database.db)
  await add({ email: 'other@sender.example' })
  userId = mine
  watch({ perUser: 2 })
  await until(() => expect(lines).toHaveLength(3))
  expect(lines.map(({ email }) => email)).toContain('other@sender.example')
})

test('endless announcements add one job', async () => {
  const id = await add()
  await database.sql`delete from graphile_worker._private_jobs`
  watch()
  await until(() => expect(lines).toHaveLength(1))
  for (let i = 0; i < 10_000; i++) lines[0]!.onNew()
  await until(async () => expect(await syncs()).toEqual([`sync-mailbox:${id}`]))
  const [row] = await database.sql`select revision from graphile_worker.jobs`
  expect(row!.revision).toBeLessThan(10)
})

test('reconnects after a lost connection with growing pauses', async () => {
  await add()
  watch({ pauseMs: 20 })
  const pauses: number[] = []
  for (let i = 0; i < 4; i++) {
    await until(() => expect(lines).toHaveLength(1))
    const since = performance.now()
    lines[0]!.end(failed('retry'))
    await until(() => expect(lines).toHaveLength(1))
    pauses.push(performance.now() - since)
  }
  for (const [i, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(20 * 2 ** i - 2)
})

test('a refused login pauses the mailbox until it reconnects', async () => {
  const id = await add()
  watch()
  await until(() => expect(lines).toHaveLength(1))
  lines[0]!.end(failed('auth'))
  await until(async () =>
    expect(await findMailbox(database.db, id)).toMatchObject({
      status: 'token_expired',
      statusDetail: 'The server said so',
    }),
  )
  expect(lines).toHaveLength(0)
  await database.sql`update mail_accounts set status = 'connected' where id = ${id}`
  await until(() => expect(lines).toHaveLength(1))
})

test('a server without IDLE is polled until its settings change', async () => {
  const id = await add()
  watch()
  await until(() => expect(lines).toHaveLength(1))
  lines[0]!.end({ ended: 'unsupported' })
  const asked = await countLooks()
  await until(async () => expect(await countLooks()).toBeGreaterThan(asked + 3))
  expect(opened).toBe(1)
  await database.sql`update mail_accounts set imap_port = 1143 where id = ${id}`
  await until(() => expect(opened).toBe(2))
})

test('a worker that loses its lock connection stops watching and starts again', async () => {
  await add()
  watch()
  await until(() => expect(lines).toHaveLength(1))
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'coldframe-watch' and datname = current_database()`
  await until(() => {
    expect(opened).toBe(2)
    expect(lines).toHaveLength(1)
  })
})
