import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailAccounts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { runWakeMailbox } from '~/jobs/mailboxes/wake-mailbox.server'
import { runRecover } from '~/jobs/tasks/recover.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { wakeMailbox } from '~/models/mailboxes/wake.server'
import { addSmtp, change, runSequence, startDue } from '../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../support/outreach'
import { clockThat, contextOf, DUE, killedAt, queued } from '../support/removal'
import { scanDue } from '../support/sending'

let outreach: Outreach
let db: Db
let userId: string
let box: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  box = await addSmtp(db, userId, NOW)
})
afterEach(() => outreach?.drop())

const scan = () => scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
const people = () => db.select().from(sequenceContacts).orderBy(sequenceContacts.id)
const held = async (reason: string) => (await people()).filter((one) => one.holdReason === reason).length
const wake = (options: Parameters<typeof contextOf>[1] = {}, on = db, mailboxId = box) =>
  runWakeMailbox({ userId, mailboxId }, contextOf(on, options), 3)

/** Ten contacts whose emails were due while the mailbox was unavailable. */
async function expireWithPeople(): Promise<void> {
  await runSequence(outreach, box, 10)
  await expireMailbox(db, box, '535 wrong password', NOW)
  await scan()
  expect(await held('mailbox_not_connected')).toBe(10)
}

/** Connected again, and too many wait for one transaction. */
async function reconnect(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(mailAccounts).set({ status: 'connected' }).where(eq(mailAccounts.id, box))
    await wakeMailbox(tx, userId, box, DUE, 9)
  })
}

describe('a large mailbox that reconnects', () => {
  beforeEach(async () => {
    await expireWithPeople()
    await reconnect()
    expect(await held('mailbox_not_connected')).toBe(10)
    expect(await queued(db, 'wake-mailbox')).toEqual([{ userId, mailboxId: box }])
  })

  const allGoOn = async () => {
    expect((await people()).filter((one) => one.holdReason !== null || one.nextActionAt === null)).toEqual([])
    expect(await startDue(db, DUE)).toHaveLength(10)
    expect(await startDue(db, DUE)).toEqual([])
  }

  test('resumes its enrollments in batches', async () => {
    await wake()
    await allGoOn()
  })

  test('resumes them with two jobs at once', async () => {
    await Promise.all([wake(), wake()])
    await allGoOn()
  })

  test('resumes them when killed during and after each batch', async () => {
    for (let done = false; !done; )
      for (const when of ['before', 'after'] as const)
        done = await wake({}, killedAt(db, 1, when)).then(
          () => true,
          (error: Error) => {
            if (error.message !== 'killed') throw error
            return false
          },
        )
    await allGoOn()
  })

  test('is requeued when the worker stops', async () => {
    await db.execute(sql`delete from graphile_worker._private_jobs`)
    const stop = new AbortController()
    await wake({ clock: clockThat(() => stop.abort()), signal: stop.signal })
    expect(await held('mailbox_not_connected')).toBe(7)
    expect(await queued(db, 'wake-mailbox')).toEqual([{ userId, mailboxId: box }])
    await wake()
    await allGoOn()
  })

  test('checks each once when it fails again meanwhile', async () => {
    const clock = clockThat(async () => {
      await expireMailbox(db, box, '535 again', NOW)
      await scan()
    })
    await wake({ clock })
    await scan()
    expect(await held('mailbox_not_connected')).toBe(10)
    const rows = await db.execute<{ n: number }>(sql`select count(*)::int as n from decisions
      where rule = 'replanned' group by sequence_contact_id`)
    expect(rows.map((row) => row.n)).toEqual(Array(10).fill(1))
  })

  test('is requeued once after its job was abandoned', async () => {
    await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
    const tries = async () => [
      ...(await db.execute(
        sql`select attempts, max_attempts, run_at from graphile_worker._private_jobs where key like 'wake-mailbox:%'`,
      )),
    ]
    await runRecover(contextOf(db))
    const asked = await tries()
    expect(asked).toMatchObject([{ attempts: 5, max_attempts: 6 }])
    await runRecover(contextOf(db))
    expect(await tries()).toEqual(asked)
    await wake()
    await allGoOn()
  })

  test('gets no enrollments back if it disconnects first', async () => {
    await disconnectMailbox(db, userId, box, DUE, secrets, 0)
    await wake()
    expect(await startDue(db, DUE)).toEqual([])
    expect((await people()).map((one) => one.mailboxId)).toEqual(Array(10).fill(box))
  })
})

test('wakes a few directly, without a job', async () => {
  await expireWithPeople()
  await change(db, userId, box, { password: 'the new one' }, DUE)
  expect(await held('mailbox_not_connected')).toBe(0)
  expect(await queued(db, 'wake-mailbox')).toEqual([])
})

test('checks enrollments without a sending mailbox once and leaves them', async () => {
  await runSequence(outreach, box, 10)
  await disconnectMailbox(db, userId, box, DUE, secrets)
  const before = await people()
  await wake()
  expect(await people()).toEqual(before)
})

test('stopping one enrollment meanwhile affects no other', async () => {
  await expireWithPeople()
  await reconnect()
  const [first, last] = [(await people())[0]!, (await people()).at(-1)!]
  const clock = clockThat(async (batches) => {
    if (batches > 0) return
    for (const { id } of [first, last])
      await db
        .update(sequenceContacts)
        .set({ status: 'stopped', nextActionAt: null, nextAction: null, holdReason: null })
        .where(eq(sequenceContacts.id, id))
  })
  await wake({ clock })
  const rows = await people()
  expect(rows.filter((one) => one.status === 'stopped').map((one) => one.id)).toEqual([first.id, last.id])
  expect(await startDue(db, DUE)).toHaveLength(8)
})
