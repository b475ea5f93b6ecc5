import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '~/app'
import { catalog, type JobDefinition, type JobName } from '~/jobs/queue/catalog'
import type { JobContext } from '~/jobs/queue/context'
import { DeadlinePassed } from '~/jobs/queue/deadline'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { CONCURRENCY, createGate, flagOfLane, LANES, type Lane } from '~/jobs/queue/lanes'
import { type Run, runJob } from '~/jobs/queue/run-job.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { addSmtp } from '../support/mailing'
import { NOW } from '../support/outreach'
import { createTestUser } from '../support/people'

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp(database)
})
beforeEach(() => database.sql`delete from graphile_worker._private_jobs`)
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

const run = (more: Partial<Run> & Pick<Run, 'handler'>) =>
  runJob({
    name: 'sync-mailbox',
    payload: { mailboxId: randomUUID() },
    flags: [],
    app,
    worker: async () => 'a worker',
    stopping: new AbortController().signal,
    gate: createGate(),
    ...more,
  })

describe('the deadline of a job', () => {
  test('aborts the signal, and a handler that then ends completes normally', async () => {
    let reason: unknown
    const handler = (_: unknown, { signal }: JobContext) =>
      new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve()
        }),
      )
    await run({ handler, limits: { deadline: 5 } })
    expect(reason).toBeInstanceOf(DeadlinePassed)
  })

  test('frees the slot of a handler that ignores the signal, and fails the job', async () => {
    const gate = createGate()
    const failed = run({ handler: () => new Promise(() => {}), gate, limits: { deadline: 5, grace: 5 } })
    await expect(failed).rejects.toThrow('sync-mailbox took longer than 0 s')
    for (let slot = 0; slot < LANES.sync.slots; slot++) expect(gate.enter('sync', [])).not.toBeNull()
  })

  test('does not apply to sending', async () => {
    const stopping = new AbortController().signal
    let given: AbortSignal | undefined
    const handler = async (_: unknown, { signal }: JobContext) => {
      given = signal
    }
    await run({ name: 'send-step', payload: { mailboxId: randomUUID() }, handler, stopping })
    expect(given).toBe(stopping)
  })

  test('applies to every other job', () => {
    for (const [name, definition] of Object.entries(catalog) as [JobName, JobDefinition][])
      expect([name, (definition.deadlineMs ?? 0) > 0]).toEqual([name, name !== 'send-step'])
  })
})

describe('the lanes of a worker', () => {
  test('leave slots free for the engine’s own jobs', () => {
    const slots = Object.values(LANES).reduce((sum, lane) => sum + lane.slots, 0)
    expect(CONCURRENCY).toBeGreaterThan(slots)
  })

  test('give each user a share, and name what is full', () => {
    const gate = createGate()
    const mine = [flagOfLane('sync'), `${flagOfLane('sync')}:me`]
    const leave = Array.from({ length: LANES.sync.perUser }, () => gate.enter('sync', mine))
    expect(gate.enter('sync', mine)).toBeNull()
    expect(gate.full()).toEqual(['lane:sync:me'])
    expect(gate.enter('sync', [flagOfLane('sync'), `${flagOfLane('sync')}:you`])).not.toBeNull()
    leave[0]!()
    // Twice frees one slot.
    leave[0]!()
    expect(gate.enter('sync', mine)).not.toBeNull()
    expect(gate.enter('sync', mine)).toBeNull()
  })

  test('return a job to the queue once, with forbidden flags, when full', async () => {
    const userId = await createTestUser(app.db)
    const mailboxId = await addSmtp(app.db, userId, NOW)
    await database.sql`delete from graphile_worker._private_jobs`
    const gate = createGate()
    const flags = ['lane:sync', `lane:sync:${userId}`]
    for (let slot = 0; slot < LANES.sync.perUser; slot++) gate.enter('sync', flags)
    const handler = () => Promise.reject(new Error('it ran'))
    await run({ payload: { mailboxId }, flags, gate, handler })
    const waiting = await database.sql`select flags, key, attempts from graphile_worker.jobs`
    expect(waiting).toEqual([
      {
        flags: { 'lane:sync': true, [`lane:sync:${userId}`]: true },
        key: `sync-mailbox:${mailboxId}`,
        attempts: 0,
      },
    ])
    expect(gate.full()).toEqual([`lane:sync:${userId}`])
  })

  test('are named by each job, with its user where known', async () => {
    await enqueue(app.db, 'send-step', { mailboxId: randomUUID() })
    await enqueue(app.db, 'sync-mailbox', { mailboxId: randomUUID() })
    await enqueue(app.db, 'due-scan', {})
    const rows = await database.sql<{ task: string; flags: Record<Lane, true> | null }[]>`
      select task_identifier as task, flags from graphile_worker.jobs order by 1`
    expect(rows).toEqual([
      { task: 'due-scan', flags: null },
      { task: 'send-step', flags: { 'lane:send': true } },
      { task: 'sync-mailbox', flags: { 'lane:sync': true } },
    ])
  })
})
