import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import { getMailbox } from '~/models/mailboxes/mailbox.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { nextDueAt } from '~/models/outbox/due-times.server'
import { startSends } from '~/models/outbox/start.server'
import type { SendResult } from '~/providers/mail/types'
import { ACCEPTED, addSmtp, claimDue, recordResult, runSequence, scan, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
let sequenceId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
beforeEach(async () => {
  box = await addSmtp(db, userId, NOW)
  sequenceId = await runSequence(outreach, box, 6)
})
afterAll(() => outreach?.drop())

/** The first emails of a new sequence are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const HOUR = 3_600_000
const after = (ms: number) => new Date(DUE.getTime() + ms)

const SAID = '550 5.7.0 Your account has exceeded 100 messages per hour'
const TOO_MANY: SendResult = { ok: false, why: 'sender', detail: SAID, code: '550 5.7.0' }

const notices = async () =>
  (await listNotifications(db, userId, { limit: 100 })).rows
    .filter(({ metadata }) => metadata.mailboxId === box)
    .map(({ title }) => title)
    .reverse()
const people = () => db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId))
const sentCount = () =>
  db.$count(emailSends, and(eq(emailSends.senderAccountId, box), eq(emailSends.state, 'sent')))

test('a refusal because of the sender keeps every contact, and all emails leave later, once', async () => {
  const started = await startDue(db, DUE)
  expect(started).toHaveLength(6)
  await recordResult(db, started.slice(0, 2), ACCEPTED, DUE)
  await recordResult(db, started.slice(2), TOO_MANY, DUE)
  expect(await getMailbox(db, userId, box)).toMatchObject({
    status: 'connected',
    heldUntil: after(HOUR),
    heldDetail: SAID,
  })
  expect((await people()).filter(({ status }) => status === 'active')).toHaveLength(6)
  // Nothing leaves before the next try.
  expect(await startDue(db, after(HOUR - 60_000))).toEqual([])
  expect(await nextDueAt(db, DUE, after(HOUR))).toEqual(after(HOUR))
  const again = await startDue(db, after(HOUR))
  expect(again).toHaveLength(4)
  await recordResult(db, again, ACCEPTED, after(HOUR))
  expect(await sentCount()).toBe(6)
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: null, heldDetail: null })
  expect(await notices()).toEqual(['Mailbox waits for its server', 'Mailbox sends again'])
})

test('each try that fails doubles the wait, up to a day, and says nothing new', async () => {
  let at = DUE
  const waits: number[] = []
  while (waits.length < 7) {
    const started = await startDue(db, at)
    if (started.length > 0) {
      await recordResult(db, started, TOO_MANY, at)
      const { heldUntil } = await getMailbox(db, userId, box)
      waits.push((heldUntil!.getTime() - at.getTime()) / HOUR)
    }
    // The next try may fall on a night or a weekend.
    const [person] = await people()
    at = person!.nextActionAt!
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24])
  expect(await notices()).toEqual(['Mailbox waits for its server'])
})

test('waits until the time that the server names', async () => {
  const started = await startDue(db, DUE)
  await recordResult(db, started, { ...TOO_MANY, retryAt: after(600_000) }, DUE)
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: after(600_000) })
})

test('an email that was in flight when the server refused another does not end the hold', async () => {
  const [first, ...others] = await startDue(db, DUE)
  await recordResult(db, [first!], TOO_MANY, DUE)
  await recordResult(db, others, ACCEPTED, after(1000))
  expect(await getMailbox(db, userId, box)).toMatchObject({ heldUntil: after(HOUR) })
})

test('emails that are claimed already do not start once the mailbox is held', async () => {
  const started = await startDue(db, DUE)
  await runSequence(outreach, box, 3)
  await scan(db, DUE)
  const claimed = await claimDue(db, DUE)
  await recordResult(db, started, TOO_MANY, DUE)
  const prepared = claimed.map((sendId) => ({
    sendId,
    mail: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
    messageId: `<${sendId}@sender.example>`,
    threadId: null,
  }))
  expect(prepared).toHaveLength(3)
  expect(await startSends(db, prepared, 'a worker', DUE)).toEqual(new Set())
})
