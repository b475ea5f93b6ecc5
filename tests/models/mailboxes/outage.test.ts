import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailboxOutages } from '#drizzle/schema'
import { failSync, finishSync, startSync } from '~/models/inbound/sync.server'
import { listAllMailboxes } from '~/models/mailboxes/all.server'
import { getMailbox } from '~/models/mailboxes/mailbox.server'
import { noteOutage, reportOutages } from '~/models/mailboxes/outage.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { outagesByDirection } from '~/models/reports/figures.server'
import type { SendResult } from '~/providers/mail/types'
import {
  ACCEPTED,
  addSmtp,
  change,
  findMailbox,
  recordResult,
  runSequence,
  startDue,
} from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
beforeEach(async () => {
  await db.delete(mailboxOutages)
  box = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example' })
})
afterAll(() => outreach?.drop())

/** The first emails of a new sequence are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const MINUTE = 60_000
const after = (minutes: number) => new Date(DUE.getTime() + minutes * MINUTE)
const AWAY: SendResult = {
  ok: false,
  why: 'retry',
  outage: 'unreachable',
  detail: 'smtp.sender.example:587 did not answer in time',
}

const news = async (minutes: number) =>
  (await reportOutages(db, after(minutes))).map(({ direction, kind, isOver }) => [direction, kind, isOver])
const notices = async () =>
  (await listNotifications(db, userId, { limit: 100 })).rows
    .filter(({ metadata }) => metadata.mailboxId === box)
    .map(({ title, isRead }) => [title, isRead])
const counted = async () =>
  Object.fromEntries(
    (await db.execute<{ label: string; n: number }>(outagesByDirection)).map(({ label, n }) => [label, n]),
  )

test('a server that cannot be reached for an hour is told once, and when that is over', async () => {
  await runSequence(outreach, box, 1)
  const [send] = (await startDue(db, DUE)) as [string]
  await recordResult(db, [send], AWAY, DUE)
  for (const minutes of [2, 10]) {
    const again = await startDue(db, after(minutes))
    await recordResult(db, again, AWAY, after(minutes))
  }
  expect(await news(59)).toEqual([])
  expect(await getMailbox(db, userId, box)).toMatchObject({ cannotSendSince: null })
  expect(await news(60)).toEqual([['send', 'unreachable', false]])
  expect(await news(61)).toEqual([])
  expect(await notices()).toEqual([['Mailbox cannot send', false]])
  const [notice] = (await listNotifications(db, userId, { limit: 1 })).rows
  expect(notice!.message).toContain('“smtp.sender.example:587 did not answer in time”')
  expect(await getMailbox(db, userId, box)).toMatchObject({
    cannotSendSince: DUE,
    cannotReadSince: null,
    statusDetail: AWAY.ok ? '' : AWAY.detail,
  })
  const { email } = await findMailbox(db, box)
  expect((await listAllMailboxes(db, null)).find((row) => row.email === email)).toMatchObject({
    cannotSendSince: DUE,
    detail: AWAY.ok ? '' : AWAY.detail,
  })
  expect(await counted()).toEqual({ send: 1, read: 0 })

  await recordResult(db, await startDue(db, after(70)), ACCEPTED, after(70))
  expect(await news(71)).toEqual([['send', 'unreachable', true]])
  expect(await news(72)).toEqual([])
  expect(await notices()).toEqual([['Mailbox can send again', false]])
  expect(await counted()).toEqual({ send: 0, read: 0 })
})

test('an email is tried as long as the server cannot be reached', async () => {
  await runSequence(outreach, box, 1)
  let at = DUE
  for (let attempts = 0; attempts < 8; attempts++) {
    const started = await startDue(db, at)
    if (started.length === 0) attempts--
    else await recordResult(db, started, AWAY, at)
    at = new Date(at.getTime() + 30 * MINUTE)
  }
  await recordResult(
    db,
    await startDue(db, new Date('2026-03-05T10:00:00Z')),
    ACCEPTED,
    new Date('2026-03-05T10:00:00Z'),
  )
  expect(await findMailbox(db, box)).toMatchObject({ status: 'connected' })
})

test('an inbox that cannot be read is told in the same way', async () => {
  const fail = async (minutes: number) => {
    await startSync(db, box)
    const outage = { direction: 'read', kind: 'unreachable', detail: 'no answer' } as const
    await noteOutage(db, box, outage, after(minutes))
    await failSync(db, box, 'no answer')
  }
  await fail(0)
  expect(await news(90)).toEqual([])
  await fail(4)
  expect(await news(61)).toEqual([['read', 'unreachable', false]])
  expect(await getMailbox(db, userId, box)).toMatchObject({ cannotReadSince: DUE })
  await finishSync(db, box, after(70))
  expect(await news(71)).toEqual([['read', 'unreachable', true]])
  expect(await notices()).toEqual([['Mailbox can be read again', false]])
})

test('short outages are not told', async () => {
  await noteOutage(db, box, { direction: 'read', kind: 'unreachable', detail: 'no answer' }, DUE)
  await startSync(db, box)
  await finishSync(db, box, after(5))
  expect(await news(120)).toEqual([])
  expect(await notices()).toEqual([])
})

test('a server without valid encryption is told at once', async () => {
  await noteOutage(db, box, { direction: 'send', kind: 'tls', detail: 'certificate has expired' }, DUE)
  expect(await news(1)).toEqual([['send', 'tls', false]])
  await noteOutage(db, box, { direction: 'send', kind: 'tls', detail: 'certificate has expired' }, after(5))
  expect(await news(6)).toEqual([])
})

test('a refused login is told at once, and is over when the user reconnects', async () => {
  await expireMailbox(db, box, '535 wrong password', DUE)
  expect(await notices()).toEqual([['Mailbox needs to be reconnected', false]])
  expect(await news(1)).toEqual([['send', 'login', false]])
  expect(await counted()).toMatchObject({ send: 1 })
  await change(db, userId, box, { password: 'right' }, after(10))
  expect(await news(11)).toEqual([['send', 'login', true]])
  expect(await notices()).toEqual([['Mailbox is connected again', false]])
  expect(await db.$count(mailboxOutages, eq(mailboxOutages.mailboxId, box))).toBe(0)
})
