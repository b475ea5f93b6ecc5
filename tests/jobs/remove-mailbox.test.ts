import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runRecover } from '~/jobs/tasks/recover.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { deleteDisconnected, MAILBOX_REFERENCES } from '~/models/mailboxes/removal.server'
import { secrets } from '../support/outreach'
import {
  checkAlways,
  clockThat,
  contextOf,
  DUE,
  disconnectByJob,
  killedAt,
  openStage,
  queued,
  remove,
  type Stage,
  stateOf,
} from '../support/removal'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage?.drop())

const isThere = async () =>
  (await stage.db.execute(sql`select 1 from mail_accounts where id = ${stage.gone}`)).length > 0

describe('removal in batches equals removal in one transaction', () => {
  let twin: Stage
  beforeEach(async () => {
    twin = await openStage()
    expect(await stateOf(stage.db)).toEqual(await stateOf(twin.db))
    await disconnectMailbox(twin.db, twin.userId, twin.gone, DUE, secrets)
    await disconnectByJob(stage)
  })
  afterEach(() => twin?.drop())

  const isAsTwin = async () => expect(await stateOf(stage.db)).toEqual(await stateOf(twin.db))

  test('one batch after another', async () => {
    expect(await queued(stage.db, 'remove-mailbox')).toEqual([{ mailboxId: stage.gone }])
    await remove(stage)
    await isAsTwin()
    const { people } = await stateOf(stage.db)
    const moved = people.filter((one) => one.status === 'active')
    expect(new Set(moved.map((one) => one.name))).toEqual(
      new Set(['shared', 'alone', 'by default', 'paused']),
    )
    expect(new Set(moved.map((one) => one.mailbox))).toEqual(new Set(['other@sender.example']))
    for (const one of moved) expect(one.hold_reason).not.toBe('no_mailbox')
  })

  test('when killed during and after each batch', async () => {
    let kills = 0
    for (let done = false; !done; ) {
      for (const when of ['before', 'after'] as const) {
        const killed = remove({ ...stage, db: killedAt(stage.db, 1, when) })
        done = await killed.then(
          () => true,
          (error: Error) => {
            if (error.message !== 'killed') throw error
            kills += 1
            return false
          },
        )
        await checkAlways(stage.db)
      }
    }
    expect(kills).toBeGreaterThan(30)
    await isAsTwin()
  })

  test('with two jobs at once, and a third later', async () => {
    await Promise.all([remove(stage), remove(stage)])
    await remove(stage)
    await isAsTwin()
  })

  test('when the worker stops: it ends after a batch and is requeued', async () => {
    for (let turns = 0; await isThere(); turns++) {
      await stage.db.execute(sql`delete from graphile_worker._private_jobs`)
      const stop = new AbortController()
      const clock = clockThat((batches) => batches === 1 && stop.abort())
      await remove(stage, { clock, signal: stop.signal })
      await checkAlways(stage.db)
      if (await isThere())
        expect(await queued(stage.db, 'remove-mailbox')).toEqual([{ mailboxId: stage.gone }])
      expect(turns).toBeLessThan(100)
    }
    await isAsTwin()
  })
})

test('does not delete a mailbox that is still referenced', async () => {
  await disconnectByJob(stage)
  for (const { list, clear } of MAILBOX_REFERENCES) {
    expect(await deleteDisconnected(stage.db, stage.gone)).toBe(false)
    await clear(stage.db, stage.gone, await list(stage.db, stage.gone), DUE)
  }
  expect(await deleteDisconnected(stage.db, stage.gone)).toBe(true)
  expect(await isThere()).toBe(false)
})

test('does not remove a connected mailbox', async () => {
  const before = await stateOf(stage.db)
  await remove(stage)
  expect(await stateOf(stage.db)).toEqual(before)
})

test('requeues an abandoned removal, not a pending or running one', async () => {
  await disconnectByJob(stage)
  const context = contextOf(stage.db)
  await stage.db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
  await runRecover(context)
  expect(await queued(stage.db, 'remove-mailbox')).toEqual([{ mailboxId: stage.gone }])
  const tries = () =>
    stage.db.execute(sql`select attempts, run_at from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'remove-mailbox' and attempts < max_attempts`)
  const [asked] = await tries()
  expect(asked).toMatchObject({ attempts: 5 })
  await runRecover(context)
  expect([...(await tries())]).toEqual([asked])
  await remove(stage)
  await stage.db.execute(sql`delete from graphile_worker._private_jobs`)
  await runRecover(context)
  expect(await queued(stage.db, 'remove-mailbox')).toEqual([])
})
