import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailLogs, sequenceContacts } from '#drizzle/schema'
import { beginSends } from '~/models/outbox/outbox.server'
import { listUnknownSends, releaseDead, settleAccepted } from '~/models/outbox/recovery.server'
import { keepAccepted } from '~/models/outbox/start.server'
import { addSmtp, runSequence, sendOf, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

/** What is known of accepted mails before all that follows is recorded (decision 26). */

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

test('a mail whose acceptance was kept is recorded when its worker is gone; of the others nobody knows', async () => {
  await keepAccepted(db, [await kept(sends[0]!)], worker, DUE)
  await releaseDead(db)
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

test('it is kept by the statement that starts others, also when none of them starts', async () => {
  const [, second] = sends
  await beginSends(db, [], worker, DUE, [await kept(second!)])
  expect((await sendOf(db, second!)).acceptedAt).toEqual(DUE)
})

test('while its worker lives it is left to it', async () => {
  await keepAccepted(db, [await kept(sends[0]!)], worker, DUE)
  await settleAccepted(db, LATER)
  expect((await sendOf(db, sends[0]!)).state).toBe('sending')
})

test('an answer to another try, or one that comes to a worker that lost the mail, is not kept', async () => {
  const one = await kept(sends[0]!)
  await keepAccepted(db, [{ ...one, messageId: '<another@try.example>' }], worker, DUE)
  await keepAccepted(db, [one], 'somebody else', DUE)
  expect((await sendOf(db, sends[0]!)).acceptedAt).toBeNull()
})
