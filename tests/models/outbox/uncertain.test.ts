import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decisions, emailLogs, emailSends, mailboxDays, sequenceContacts } from '#drizzle/schema'
import { stopEmails } from '~/models/contacts/stops.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { listNotifications } from '~/models/notifications/notification.server'
import {
  countAsSent,
  countUncertain,
  listUncertain,
  resendUncertain,
} from '~/models/outbox/shown/uncertain.server'
import { recordHit } from '~/models/tracking/tracking.server'
import { UNREADABLE } from '~/providers/mail/inbound/inbound'
import {
  ACCEPTED,
  addSmtp,
  loseTrack,
  recordResult,
  runSequence,
  sendOf,
  startDue,
} from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  box = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

/** The first emails of a new sequence are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const later = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

let sends: string[]
beforeEach(async () => {
  await db.delete(emailSends).where(eq(emailSends.state, 'uncertain'))
  await runSequence(outreach, box, 3)
  sends = await startDue(db, DUE)
  await loseTrack(db, sends, later(1))
})

const enrollmentOf = async (sendId: string) => {
  const { sequenceContactId } = await sendOf(db, sendId)
  const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.id, sequenceContactId!))
  return row!
}

const newestDecision = async (sendId: string) => {
  const { sequenceContactId } = await sendOf(db, sendId)
  const [row] = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.sequenceContactId, sequenceContactId!), eq(decisions.type, 'record')))
    .orderBy(desc(decisions.id))
    .limit(1)
  return row!
}

const usedOf = async () => (await db.select().from(mailboxDays)).reduce((sum, day) => sum + day.used, 0)

const reply = (sendId: string, text = 'Yes') =>
  processInbound(
    db,
    userId,
    {
      mailboxId: box,
      providerId: crypto.randomUUID(),
      receivedAt: later(2),
      inbound: {
        ...UNREADABLE,
        kind: 'reply',
        hard: null,
        class: null,
        recipients: [],
        status: null,
        reason: '',
        originalMessageIds: [],
        sendId,
        from: 'somebody@people.example',
        subject: 'Re: Hi',
        text,
        stop: false,
      },
    },
    later(2),
    secrets,
  )

describe('uncertain emails', () => {
  test('are listed for their owner, in pages', async () => {
    const { rows } = await listUncertain(db, userId, { limit: 10 })
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(sends))
    expect(rows[0]).toMatchObject({
      subject: 'Hi',
      sequenceName: 'Outreach',
      canResend: true,
      startedAt: DUE,
    })
    const first = await listUncertain(db, userId, { limit: 2 })
    const second = await listUncertain(db, userId, { limit: 2, cursor: first.cursor! })
    expect([...first.rows, ...second.rows]).toEqual(rows)
    expect(second.cursor).toBe(null)
    expect(await countUncertain(db, userId)).toBe(3)
    expect(await countUncertain(db, outreach.strangerId)).toBe(0)
    expect((await listUncertain(db, outreach.strangerId, { limit: 10 })).rows).toEqual([])
    const [notice] = (await listNotifications(db, userId, { limit: 100 })).rows
    expect(notice!.metadata).toHaveProperty('sendId')
  })

  test('are resent once on request, in the same row', async () => {
    const [id] = sends
    expect((await enrollmentOf(id!)).holdReason).toBe('uncertain_send')
    const used = await usedOf()
    await resendUncertain(db, userId, id!, later(5))
    expect(await enrollmentOf(id!)).toMatchObject({ holdReason: null, nextAction: 'send' })
    expect(await newestDecision(id!)).toMatchObject({ rule: 'resent_by_user', inputs: { sendId: id } })
    expect(await usedOf()).toBe(used)
    expect(await refused(resendUncertain(db, userId, id!, later(5)))).toBe(
      'CONFLICT: This email is already being resent',
    )
    expect(await startDue(db, later(6))).toEqual([id])
    expect(await sendOf(db, id!)).toMatchObject({ visit: 1, attempts: 2, state: 'sending' })
    expect(await usedOf()).toBe(used + 1)
    await recordResult(db, [id!], ACCEPTED, later(6))
    expect(await enrollmentOf(id!)).toMatchObject({ nextAction: 'decide' })
    expect(await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, id!))).toHaveLength(1)
  })

  test('are not resent when a reply proves the first attempt', async () => {
    const [id] = sends
    await resendUncertain(db, userId, id!, later(1))
    expect(await reply(id!)).toBe(true)
    expect((await sendOf(db, id!)).state).toBe('sent')
    expect((await enrollmentOf(id!)).repliedAt).not.toBe(null)
    expect(await startDue(db, later(30))).toEqual([])
  })

  test('count as sent on request, from the time of the hand-over', async () => {
    const [id] = sends
    await countAsSent(db, userId, id!, later(60))
    expect(await sendOf(db, id!)).toMatchObject({ state: 'sent', sentAt: DUE })
    expect(await enrollmentOf(id!)).toMatchObject({ holdReason: null, nextAction: 'decide' })
    expect(await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, id!))).toMatchObject([
      { sentAt: DUE },
    ])
    expect(await newestDecision(id!)).toMatchObject({ rule: 'counted_as_sent' })
    expect(await countUncertain(db, userId)).toBe(2)
  })

  test('are settled by a reply', async () => {
    const [id] = sends
    expect(await reply(id!)).toBe(true)
    const words = /^CONFLICT: This email is now known to have been sent/
    expect(await refused(resendUncertain(db, userId, id!, later(5)))).toMatch(words)
    expect(await refused(countAsSent(db, userId, id!, later(5)))).toMatch(words)
    expect((await sendOf(db, id!)).state).toBe('sent')
  })

  test('are settled by a human open', async () => {
    const [waiting, again] = sends
    const open = async (id: string) =>
      recordHit(
        db,
        {
          token: (await sendOf(db, id)).trackingToken,
          method: 'GET',
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
          address: '192.0.2.1',
          ownPreview: false,
        },
        later(5),
      )
    await resendUncertain(db, userId, again!, later(1))
    await open(waiting!)
    await open(again!)
    for (const id of [waiting!, again!]) {
      expect(await sendOf(db, id)).toMatchObject({ state: 'sent', sentAt: DUE })
      expect(await enrollmentOf(id)).toMatchObject({ holdReason: null, nextAction: 'decide' })
      const [log] = await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, id))
      expect(log).toMatchObject({ status: 'open', openedAt: later(5) })
    }
    expect(await startDue(db, later(30))).toEqual([])
  })

  test('of a suppressed contact can be counted but not resent', async () => {
    const [id] = sends
    const { contactId } = await sendOf(db, id!)
    await stopEmails(db, userId, contactId!, 'unsubscribed', later(2), secrets)
    const row = (await listUncertain(db, userId, { limit: 10 })).rows.find((one) => one.id === id)
    expect(row!.canResend).toBe(false)
    expect(await refused(resendUncertain(db, userId, id!, later(5)))).toMatch(
      /^CONFLICT: This email can no longer be resent/,
    )
    await countAsSent(db, userId, id!, later(5))
    expect((await sendOf(db, id!)).state).toBe('sent')
    expect(await startDue(db, later(6))).toEqual([])
  })

  test('are decided once when two users race', async () => {
    const [id] = sends
    const results = await Promise.all([
      refused(resendUncertain(db, userId, id!, later(5))),
      refused(countAsSent(db, userId, id!, later(5))),
      refused(resendUncertain(db, userId, id!, later(5))),
    ])
    expect(results.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(results.filter((one) => one.startsWith('CONFLICT'))).toHaveLength(2)
  })

  test('of other users are not found', async () => {
    for (const [who, id] of [
      [outreach.strangerId, sends[0]!],
      [userId, UNKNOWN_ID],
    ] as const) {
      expect(await refused(resendUncertain(db, who, id, NOW))).toBe('NOT_FOUND: Email not found')
      expect(await refused(countAsSent(db, who, id, NOW))).toBe('NOT_FOUND: Email not found')
    }
    expect((await sendOf(db, sends[0]!)).state).toBe('uncertain')
  })
})

test.each([
  ['a refusal for now', { ok: false, why: 'retry', detail: 'try later' }],
  ['a permanent refusal', { ok: false, why: 'refused', detail: 'no' }],
] as const)('the late result of a first attempt, %s, does not undo the user’s resend', async (_, late) => {
  const [first] = sends
  await resendUncertain(db, userId, first!, later(2))
  expect(await startDue(db, later(2))).toEqual([first])
  await recordResult(db, [first!], late, later(3), 1)
  expect((await sendOf(db, first!)).state).toBe('sending')
  await recordResult(db, [first!], ACCEPTED, later(4))
  expect((await sendOf(db, first!)).state).toBe('sent')
  for (const minutes of [10, 60, 1440, 2880]) expect(await startDue(db, later(minutes))).toEqual([])
})
