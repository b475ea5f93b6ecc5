import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts, emailLogs } from '#drizzle/schema'
import { settleNotFound } from '~/models/outbox/recovery.server'
import { recordHit } from '~/models/tracking/tracking.server'
import { lockAwaited } from '../../faults/support/race'
import { ACCEPTED, addSmtp, recordResult, runSequence, sendOf, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

/** A contact may open an email before we know its outcome: the response was lost, or the worker died. */

let outreach: Outreach
let db: Outreach['db']
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db } = outreach)
})
afterAll(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const OPENED = new Date(DUE.getTime() + 60_000)
const LATER = new Date(DUE.getTime() + 3_600_000)

let send: Awaited<ReturnType<typeof sendOf>>
beforeEach(async () => {
  const { userId } = outreach
  const box = await addSmtp(db, userId, NOW)
  await runSequence(outreach, box, 1)
  const [sendId] = await startDue(db, DUE)
  send = await sendOf(db, sendId!)
  await db.update(contacts).set({ notOpenedStreak: 2 }).where(eq(contacts.id, send.contactId!))
})

const hit = (userAgent: string, at = OPENED) =>
  recordHit(
    db,
    { token: send.trackingToken, method: 'GET', userAgent, address: '192.0.2.1', ownPreview: false },
    at,
  )
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'
const MACHINE = 'curl/8.0'

const logged = async () => {
  const [log] = await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, send.id))
  const [contact] = await db.select().from(contacts).where(eq(contacts.id, send.contactId!))
  return { openedAt: log?.openedAt, status: log?.status, streak: contact!.notOpenedStreak }
}
const OPEN = { openedAt: OPENED, status: 'open', streak: 0 }

test('an open proves a send that is missing in the Sent folder', async () => {
  await hit(PERSON)
  await settleNotFound(db, await sendOf(db, send.id), LATER, true)
  expect((await sendOf(db, send.id)).state).toBe('sending')
  await settleNotFound(db, await sendOf(db, send.id), LATER, true)
  expect((await sendOf(db, send.id)).state).toBe('sent')
  expect(await logged()).toEqual(OPEN)
})

test('two concurrent searches count as one', async () => {
  await Promise.all([1, 2].map(() => settleNotFound(db, send, LATER, true)))
  expect(await sendOf(db, send.id)).toMatchObject({ state: 'sending', checks: 1 })
})

test('a machine hit proves nothing', async () => {
  await hit(MACHINE)
  await settleNotFound(db, send, LATER, false)
  expect((await sendOf(db, send.id)).state).toBe('uncertain')
})

test('counts the open when a late outcome is recorded', async () => {
  await hit(MACHINE, new Date(OPENED.getTime() - 1))
  await hit(PERSON)
  await recordResult(db, [send.id], ACCEPTED, LATER)
  expect(await logged()).toEqual(OPEN)
})

test('a hit during the recording waits for it', async () => {
  let hitIsStored = Promise.resolve(true)
  await db.transaction(async (tx) => {
    await recordResult(tx, [send.id], ACCEPTED, OPENED)
    hitIsStored = hit(PERSON)
    await lockAwaited(db, hitIsStored)
  })
  await hitIsStored
  expect(await logged()).toEqual(OPEN)
})
