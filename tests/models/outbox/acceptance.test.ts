import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailLogs, sequenceContacts } from '#drizzle/schema'
import { storeAccepted } from '~/models/outbox/accept.server'
import { listUnknownSends, releaseDeadWorkers, settleAccepted } from '~/models/outbox/recovery.server'
import { addSmtp, runSequence, sendOf, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

/** What is stored about accepted sends before their outcomes are recorded (decision 26). */

let outreach: Outreach
let db: Outreach['db']
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db } = outreach)
})
afterAll(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const LATER = new Date(DUE.getTime() + 60_000)

let sends: string[]
let worker: string
beforeEach(async () => {
  const { userId } = outreach
  const box = await addSmtp(db, userId, NOW)
  await runSequence(outreach, box, 2)
  sends = await startDue(db, DUE)
  worker = (await sendOf(db, sends[0]!)).claimedBy!
})

const kept = async (sendId: string) => {
  const { messageId } = await sendOf(db, sendId)
  return {
    sendId,
    messageId: messageId!,
    result: {
      ok: true as const,
      providerId: 'queued-1',
      messageId: '<theirs@mail.example>',
      threadId: 'thread',
    },
  }
}

test('records accepted sends of a dead worker, and makes its others uncertain', async () => {
  await storeAccepted(db, [await kept(sends[0]!)], worker, DUE)
  await releaseDeadWorkers(db)
  await settleAccepted(db, LATER)
  const send = await sendOf(db, sends[0]!)
  expect(send).toMatchObject({
    state: 'sent',
    stage: 'sent',
    providerId: 'queued-1',
    messageId: '<theirs@mail.example>',
    providerThreadId: 'thread',
  })
  expect(await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, send.id))).toHaveLength(1)
  const [enrollment] = await db
    .select()
    .from(sequenceContacts)
    .where(eq(sequenceContacts.id, send.sequenceContactId!))
  expect(enrollment!.nextAction).not.toBe('send')
  const unknown = (await listUnknownSends(db, LATER, null)).map(({ id }) => id)
  expect(unknown).toContain(sends[1])
  expect(unknown).not.toContain(sends[0])
})

test('leaves an accepted send to its live worker', async () => {
  await storeAccepted(db, [await kept(sends[0]!)], worker, DUE)
  await settleAccepted(db, LATER)
  expect((await sendOf(db, sends[0]!)).state).toBe('sending')
})

test('stores no acceptance of another attempt or a stale worker', async () => {
  const one = await kept(sends[0]!)
  await storeAccepted(db, [{ ...one, messageId: '<another@try.example>' }], worker, DUE)
  await storeAccepted(db, [one], 'somebody else', DUE)
  expect((await sendOf(db, sends[0]!)).acceptedAt).toBeNull()
})
