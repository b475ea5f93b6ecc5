import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import type { JobContext } from '~/jobs/queue/context'
import { runDueScanOnce } from '~/jobs/sending/due-scan.server'
import { createTestDatabase, type TestDatabase } from '../support/db'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A worker whose scans wait at the clock until `go` is called. */
function createScans() {
  let scans = 0
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const clock = {
    async now() {
      scans += 1
      await gate
      return new Date('2026-11-22T12:00:00Z')
    },
  }
  const app = { db: database.db, clock } as unknown as App
  const context: JobContext = { app, worker: 'a worker', signal: new AbortController().signal }
  return { context, go: () => go(), count: () => scans }
}

test('a worker runs one scan at a time and repeats it if asked meanwhile', async () => {
  const { context, go, count } = createScans()
  const first = runDueScanOnce(context)
  await runDueScanOnce(context)
  await runDueScanOnce(context)
  expect(count()).toBe(1)
  go()
  await first
  expect(count()).toBe(2)
  await runDueScanOnce(context)
  expect(count()).toBe(3)
})

test('two workers scan at the same time', async () => {
  const { context, go, count } = createScans()
  const both = [runDueScanOnce(context), runDueScanOnce({ ...context, worker: 'another' })]
  expect(count()).toBe(2)
  go()
  await Promise.all(both)
})

test('a failed scan does not block the next one', async () => {
  const { context, go, count } = createScans()
  const broken = { ...context.app, db: null } as unknown as App
  go()
  await expect(runDueScanOnce({ ...context, app: broken })).rejects.toThrow()
  await expect(runDueScanOnce({ ...context, app: broken })).rejects.toThrow()
  expect(count()).toBe(2)
})

test('a scan requested during a failing one still runs', async () => {
  const { context, go, count } = createScans()
  const oops = new Error('no')
  let db: unknown = {
    select() {
      db = database.db
      throw oops
    },
  }
  const warned: unknown[] = []
  const log = { warn: ({ err }: { err: unknown }) => warned.push(err) }
  const app = Object.defineProperty({ ...context.app, log }, 'db', { get: () => db }) as unknown as App
  const first = runDueScanOnce({ ...context, app })
  await runDueScanOnce({ ...context, app })
  go()
  await first
  expect(count()).toBe(2)
  expect(warned).toEqual([oops])
})
