import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailLogs, emailSends, sequenceContacts, trackingEvents } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { updateContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { listEnrollments } from '~/models/sequences/members/contact-enrollments.server'
import { resumeContacts } from '~/models/sequences/members/person-acts.server'
import { activateSequence } from '~/models/sequences/run.server'
import { recordHit } from '~/models/tracking/tracking.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import type { SendResult } from '~/providers/mail/types'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Db
let userId: string
let box: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  box = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

/** The first email is due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const LATER = new Date('2026-03-03T09:00:00Z')

let contactId: string
let sequenceId: string
let otherId: string
/** A contact in two sequences of two emails; its first email has started. */
let sendId: string
beforeEach(async () => {
  const list = await outreach.makeList()
  ;[contactId] = (await outreach.makeMembers(list.id, 1)) as [string]
  const start = async (delayDays: number) => {
    const { id } = await outreach.makeSequence({ mailboxIds: [box] })
    await outreach.makeStep(id, { delayDays })
    await outreach.makeStep(id, { delayDays: 9 })
    await activateSequence(db, userId, id, NOW, secrets)
    await enrollContacts(db, userId, id, [contactId], NOW, secrets)
    return id
  }
  sequenceId = await start(1)
  otherId = await start(5)
  ;[sendId] = (await startDue(db, DUE)) as [string]
})

const enrollment = async (id = sequenceId) => {
  const own = and(eq(sequenceContacts.sequenceId, id), eq(sequenceContacts.contactId, contactId))
  return (await db.select().from(sequenceContacts).where(own))[0]!
}
const sendOf = async () => (await db.select().from(emailSends).where(eq(emailSends.id, sendId)))[0]!
const log = async () => (await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, sendId)))[0]

async function receive(raw: string) {
  const inbound = await classifyInbound(Buffer.from(raw))
  const received = { mailboxId: box, providerId: crypto.randomUUID(), receivedAt: LATER, inbound }
  await processInbound(db, userId, received, LATER, secrets)
}
async function bounce(status: string, words: string) {
  const { recipientEmail, messageId } = await sendOf()
  const report = [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'Your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${recipientEmail}`,
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${words}`,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--b--',
    '',
  ]
  await receive(report.join('\r\n'))
}
async function reply() {
  const { recipientEmail, messageId } = await sendOf()
  await receive(
    `From: <${recipientEmail}>\r\nSubject: Re: Hi\r\nIn-Reply-To: ${messageId}\r\n\r\nYes, please\r\n`,
  )
}

const REFUSED: SendResult = {
  ok: false,
  why: 'refused',
  hard: false,
  isUnexplained: true,
  code: '550 5.0.0',
  detail: '550 5.0.0 Requested action aborted',
}
const HELD = { status: 'active', holdReason: 'address_unreachable', heldUntil: null, nextActionAt: null }

describe('a refusal without a class', () => {
  beforeEach(() => recordResult(db, [sendId], REFUSED, DUE))

  test('holds the contact in all its sequences, with the words of the server', async () => {
    expect(await enrollment()).toMatchObject(HELD)
    expect(await enrollment(otherId)).toMatchObject(HELD)
    expect(await log()).toMatchObject({
      failedAt: DUE,
      sentAt: null,
      detail: REFUSED.ok ? '' : REFUSED.detail,
    })
    const [shown] = await listEnrollments(db, userId, contactId, 'UTC')
    expect(shown).toMatchObject({
      resumable: true,
      why: 'Waiting: the address could not be reached: 550 5.0.0 Requested action aborted.',
    })
    const [notice] = (await listNotifications(db, userId, { limit: 1 })).rows
    expect(notice).toMatchObject({
      title: 'Email held',
      message: expect.stringContaining(
        'the address could not be reached: 550 5.0.0 Requested action aborted.',
      ),
    })
    expect(await startDue(db, new Date('2026-03-20T09:00:00Z'))).toEqual([])
  })

  test('is tried again when the user resumes, and logged as sent then', async () => {
    const day = new Date('2026-03-04T08:00:00Z')
    expect(await resumeContacts(db, userId, sequenceId, [contactId], LATER)).toEqual({ resumed: 1 })
    expect(await resumeContacts(db, userId, sequenceId, [contactId], LATER)).toEqual({ resumed: 0 })
    expect(await startDue(db, day)).toEqual([sendId])
    await recordResult(db, [sendId], ACCEPTED, day)
    expect(await log()).toMatchObject({ failedAt: null, sentAt: day, detail: null })
    expect(await enrollment(otherId)).toMatchObject(HELD)
  })
})

test('a bounce without a class holds nothing once the contact has another address', async () => {
  await recordResult(db, [sendId], ACCEPTED, DUE)
  await updateContact(db, userId, contactId, { email: `${contactId}@people.example` }, LATER, secrets)
  await bounce('5.0.0', '550 Delivery not possible')
  for (const id of [sequenceId, otherId]) expect((await enrollment(id)).holdReason).toBeNull()
  expect(await log()).toMatchObject({ bouncedAt: LATER })
})

describe('a bounce without a class', () => {
  beforeEach(async () => {
    await recordResult(db, [sendId], ACCEPTED, DUE)
    await bounce('5.0.0', '550 Delivery not possible')
  })

  test('holds the contact in all its sequences', async () => {
    for (const id of [sequenceId, otherId]) expect(await enrollment(id)).toMatchObject(HELD)
    expect(await log()).toMatchObject({ bouncedAt: LATER })
  })

  test('a reply releases it', async () => {
    await reply()
    expect((await enrollment()).holdReason).toBeNull()
    expect((await enrollment(otherId)).holdReason).not.toBe('address_unreachable')
  })

  test('an open releases it', async () => {
    const { trackingToken: token } = await sendOf()
    const hit = {
      token,
      method: 'GET',
      userAgent: 'Thunderbird/140.0',
      address: '192.0.2.1',
      ownPreview: false,
    }
    await recordHit(db, hit, LATER)
    expect(await db.$count(trackingEvents, eq(trackingEvents.emailSendId, sendId))).toBeGreaterThan(0)
    for (const id of [sequenceId, otherId]) expect((await enrollment(id)).holdReason).toBeNull()
  })

  test('a later report that the address does not exist ends it', async () => {
    await bounce('5.1.1', '550 5.1.1 User unknown')
    for (const id of [sequenceId, otherId])
      expect(await enrollment(id)).toMatchObject({ status: 'stopped', endReason: 'hard_bounce' })
  })
})

test.each([
  ['a full mailbox', '5.2.2', '552 5.2.2 Mailbox full'],
  ['our reputation', '5.7.1', '554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org'],
])('a bounce because of %s holds nobody', async (_, status, words) => {
  await recordResult(db, [sendId], ACCEPTED, DUE)
  await bounce(status, words)
  for (const id of [sequenceId, otherId]) expect((await enrollment(id)).holdReason).toBeNull()
})
