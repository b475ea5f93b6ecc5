import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts, emailSends, inboundMessages, sequenceContacts } from '#drizzle/schema'
import { processInbound } from '~/models/inbound/inbound.server'
import { getMailbox } from '~/models/mailboxes/mailbox.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import type { SendResult } from '~/providers/mail/types'
import {
  ACCEPTED,
  addSmtp,
  change,
  findMailbox,
  recordResult,
  runSequence,
  sendOf,
  startDue,
} from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
beforeEach(async () => {
  box = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

/** The first emails of a new sequence are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const later = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

async function startMails(n: number, at = DUE): Promise<string[]> {
  await runSequence(outreach, box, n)
  const started = await startDue(db, at)
  expect(started).toHaveLength(n)
  return started
}

const HARD: SendResult = {
  ok: false,
  why: 'refused',
  hard: true,
  detail: '550 5.1.1 no such user',
  code: '550 5.1.1',
}
const POLICY: SendResult = {
  ok: false,
  why: 'policy',
  detail: '550 5.7.1 looks like spam',
  code: '550 5.7.1',
}

/** A bounce report for an email. */
async function comesBack(sendId: string, kind: 'hard' | 'soft' | 'policy', at: Date) {
  const send = await sendOf(db, sendId)
  const inbound: Inbound = {
    ...UNREADABLE,
    kind: 'bounce',
    hard: kind === 'hard',
    class: kind,
    recipients: [send.recipientEmail],
    status: kind === 'policy' ? '5.7.1' : '5.1.1',
    reason: `it is ${kind}`,
    originalMessageIds: [],
    sendId,
    from: 'mailer-daemon@people.example',
    subject: 'Undelivered',
    text: '',
    stop: false,
  }
  const received = { mailboxId: box, providerId: crypto.randomUUID(), receivedAt: at, inbound }
  expect(await processInbound(db, userId, received, at, secrets)).toBe(true)
}

const notices = async () =>
  (await listNotifications(db, userId, { limit: 100 })).rows.filter(
    (notice) => notice.metadata.mailboxId === box,
  )

test('the fourth hard bounce pauses a mailbox and notifies once', async () => {
  const sends = await startMails(10)
  await recordResult(db, sends.slice(0, 6), ACCEPTED, DUE)
  await recordResult(db, sends.slice(6, 8), HARD, DUE)
  await comesBack(sends[0]!, 'hard', later(1))
  await comesBack(sends[1]!, 'soft', later(1))
  expect((await findMailbox(db, box)).status).toBe('connected')
  await comesBack(sends[2]!, 'hard', later(2))
  expect(await getMailbox(db, userId, box)).toMatchObject({
    status: 'paused',
    statusDetail: 'Paused: 4 of the last 8 emails bounced.',
  })
  await comesBack(sends[3]!, 'hard', later(3))
  expect(await notices()).toMatchObject([
    {
      title: 'Mailbox paused',
      message: expect.stringContaining(
        ' is paused: 4 of the last 8 emails bounced. Check your contacts, then resume sending.',
      ),
    },
  ])
})

test('counts the latest hundred emails', async () => {
  const sends = await startMails(4)
  await recordResult(db, sends, ACCEPTED, DUE)
  for (const send of sends.slice(0, 3)) await comesBack(send, 'hard', later(1))
  const { sequenceContactId: _, ...row } = await sendOf(db, sends[0]!)
  const newer = Array.from({ length: 99 }, (_unused, i) => ({
    ...row,
    id: crypto.randomUUID(),
    trackingToken: crypto.randomUUID(),
    unsubscribeToken: crypto.randomUUID(),
    startedAt: later(10 + i),
  }))
  await db.insert(emailSends).values(newer)
  await comesBack(sends[3]!, 'hard', later(200))
  expect((await findMailbox(db, box)).status).toBe('connected')
})

/** The same words from two domains in a row would speak of the mailbox, and hold it. */
const WORDS = ['looks like spam', 'not wanted here', 'bad content']

/** Gives one email a recipient at another domain. */
const moveAway = (sendId: string) =>
  db
    .update(emailSends)
    .set({ recipientEmail: `ann@${crypto.randomUUID()}.example` })
    .where(eq(emailSends.id, sendId))

test('the third policy refusal of a local day pauses the mailbox', async () => {
  const sends = await startMails(4)
  await moveAway(sends[0]!)
  await recordResult(db, sends.slice(0, 1), POLICY, DUE)
  await recordResult(db, sends.slice(1), ACCEPTED, DUE)
  await comesBack(sends[1]!, 'policy', later(1))
  // A second report about the same email is no further refusal.
  await comesBack(sends[1]!, 'policy', later(1))
  expect((await findMailbox(db, box)).status).toBe('connected')
  await comesBack(sends[2]!, 'policy', later(2))
  const { status, statusDetail } = await findMailbox(db, box)
  expect(status).toBe('error')
  expect(statusDetail).toMatch(/^Paused: 3 emails were refused today .* it is policy$/)
  expect(await notices()).toHaveLength(1)
  const stopped = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.userId, userId), eq(contacts.hardBounced, true)))
  expect(stopped.map((contact) => contact.email)).not.toContain((await sendOf(db, sends[1]!)).recipientEmail)
})

test('refusals of one domain, and reports about emails older than five days, pause nothing', async () => {
  const sends = await startMails(7)
  await recordResult(db, sends, ACCEPTED, DUE)
  for (const send of sends.slice(0, 4)) await comesBack(send, 'policy', later(1))
  expect((await findMailbox(db, box)).status).toBe('connected')
  const fiveDays = 5 * 24 * 60
  await moveAway(sends[4]!)
  for (const send of sends.slice(4)) await comesBack(send, 'policy', later(fiveDays + 1))
  expect((await findMailbox(db, box)).status).toBe('connected')
})

test('no web address of a server appears in the reason of a pause', async () => {
  const sends = await startMails(3)
  await moveAway(sends[0]!)
  for (const [n, send] of sends.entries()) {
    const detail = `550 5.7.1 ${WORDS[n]}, see https://evil.example/unblock?id=1`
    await recordResult(db, [send], { ...POLICY, detail }, DUE)
  }
  expect((await findMailbox(db, box)).statusDetail).toMatch(/see \(link\)$/)
  expect((await notices())[0]!.message).not.toContain('evil.example')
})

test('counts refusals per local day of the mailbox', async () => {
  await change(db, userId, box, { timezone: 'Asia/Tokyo' }, NOW)
  const sends = await startMails(3)
  await moveAway(sends[0]!)
  await recordResult(db, sends, ACCEPTED, DUE)
  const midnight = new Date('2026-03-03T15:00:00Z')
  const before = new Date(midnight.getTime() - 1)
  await comesBack(sends[0]!, 'policy', before)
  await comesBack(sends[1]!, 'policy', before)
  await comesBack(sends[2]!, 'policy', midnight)
  expect((await findMailbox(db, box)).status).toBe('connected')
})

test('resuming releases held emails and resets the count', async () => {
  const sends = await startMails(6)
  await moveAway(sends[2]!)
  const [first, second, last] = [sends[0]!, sends[1]!, sends[5]!]
  await recordResult(db, [first, second, last], ACCEPTED, DUE)
  for (const [n, send] of sends.slice(2, 5).entries())
    await recordResult(db, [send], { ...POLICY, detail: `550 5.7.1 ${WORDS[n]}` }, DUE)
  expect((await findMailbox(db, box)).status).toBe('error')

  const id = await runSequence(outreach, box, 1)
  expect(await startDue(db, later(5))).toEqual([])
  const waiting = async () =>
    (await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id)))[0]!
  expect((await waiting()).holdReason).toBe('mailbox_not_connected')

  await change(db, userId, box, { status: 'connected' }, later(10))
  expect(await getMailbox(db, userId, box)).toMatchObject({ status: 'connected', statusDetail: null })
  expect((await waiting()).holdReason).toBe(null)
  expect(await startDue(db, later(11))).toHaveLength(1)
  // Late reports about earlier emails change nothing.
  for (const send of [first, second, last]) await comesBack(send, 'policy', later(12))
  expect((await findMailbox(db, box)).status).toBe('connected')
})

test('concurrent bounces count each other', async () => {
  const sends = await startMails(8)
  await recordResult(db, sends, ACCEPTED, DUE)
  await Promise.all(sends.slice(0, 4).map((send) => comesBack(send, 'hard', later(1))))
  expect((await findMailbox(db, box)).status).toBe('error')
  expect(await notices()).toHaveLength(1)
  expect(await db.select().from(inboundMessages).where(eq(inboundMessages.mailAccountId, box))).toHaveLength(
    4,
  )
})
