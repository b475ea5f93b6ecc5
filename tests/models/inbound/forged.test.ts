import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  contactHolds,
  conversations,
  emailLogs,
  emailSends,
  inboundMessages,
  notifications,
  sequenceContacts,
} from '#drizzle/schema'
import { getContact } from '~/models/contacts/contact.server'
import { listContactHolds } from '~/models/contacts/holds/holds.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { decideContactHold } from '~/models/inbound/contact-hold.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { activateSequence } from '~/models/sequences/run.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { addSmtp, sendOf, sendOne, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000)
const IN_FOURTEEN_DAYS = hours(1 + 14 * 24)

let contactId: string
let email: string
let sendId: string
/** A contact that got one email, from a mailbox of its own: bounces of others do not pause it. */
beforeEach(async () => {
  mailboxId = await addSmtp(db, userId, NOW)
  ;({ contactId, email, sendId } = await sendOne(outreach, mailboxId, DUE))
})

async function receive(raw: string, at = hours(1), threadId?: string) {
  const inbound = await classifyInbound(Buffer.from(raw.replaceAll('\n', '\r\n')), at)
  const received = {
    ...{ mailboxId, providerId: crypto.randomUUID(), receivedAt: at, inbound },
    ...(threadId && { threadId }),
  }
  return processInbound(db, userId, received, at, secrets)
}

/** A delivery report about an address, with the headers of the returned message. */
const report = (address: string, returned: string, status = '5.1.1') => `From: MAILER-DAEMON@mx.example
To: ann@sender.example
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${address}
Action: failed
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} see https://evil.example/unblock

--b
Content-Type: text/rfc822-headers

${returned}
--b--
`

/** A reply without references. @param results what the mailbox's own server says about its sender */
const reply = (text: string, results: string, more = '') => `Authentication-Results: ${results}
${more}From: <${email}>
To: ann@sender.example
Subject: Something else

${text}
`

const enrollment = async () =>
  (await db.select().from(sequenceContacts).where(eq(sequenceContacts.contactId, contactId)))[0]!
const notices = async () => {
  const rows = await db.select().from(notifications).where(eq(notifications.userId, userId))
  return rows.filter(({ metadata }) => (metadata as { contactId?: string }).contactId === contactId)
}
const log = async () => (await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, sendId)))[0]!
const stored = async () =>
  (await db.select().from(inboundMessages).where(eq(inboundMessages.emailSendId, sendId)))[0]!
const decide = (reason: 'report_unproven' | 'sender_unproven', choice: 'stop' | 'continue') =>
  decideContactHold(db, userId, contactId, reason, choice, hours(2), secrets)
const isBounced = async () => (await getContact(db, userId, contactId)).hardBounced

describe('a report', () => {
  test.each([
    ['our Message-ID', async () => `Message-ID: ${(await sendOf(db, sendId)).messageId}`],
    ['our send id', async () => `X-Coldframe-Send-Id: ${sendId}`],
  ])('that returns %s and names the recipient suppresses the contact', async (_, returned) => {
    await receive(report(email, await returned()))
    expect(await isBounced()).toBe(true)
    expect(await listContactHolds(db, userId, contactId, hours(1))).toEqual([])
  })

  test('about another recipient of the same email suppresses nobody', async () => {
    await receive(report('other@people.example', `X-Coldframe-Send-Id: ${sendId}`))
    expect(await isBounced()).toBe(false)
    expect(await stored()).toMatchObject({ kind: 'unproven', claims: 'bounce' })
  })

  test('that knows only an address is shown for review, and the next email waits for 14 days', async () => {
    await receive(report(email, 'Message-ID: <forged@evil.example>'))
    expect(await isBounced()).toBe(false)
    expect((await log()).bouncedAt).toBeNull()
    const [hold] = await listContactHolds(db, userId, contactId, hours(1))
    expect(hold).toMatchObject({ reason: 'report_unproven', until: IN_FOURTEEN_DAYS })
    expect(hold!.detail).toMatch(/^550 5\.1\.1 see \(link\)$/)
    expect((await notices()).map(({ title }) => title)).toEqual(['Is this report genuine?'])
    // It waits also in a sequence that the contact enters later.
    const { id } = await outreach.makeSequence({ mailboxIds: [mailboxId] })
    await outreach.makeStep(id)
    await activateSequence(db, userId, id, NOW, secrets)
    await enrollContacts(db, userId, id, [contactId], hours(1), secrets)
    const due = new Date('2026-03-04T08:00:00Z')
    expect(await startDue(db, due)).toEqual([])
    const [waiting] = await db
      .select()
      .from(sequenceContacts)
      .where(and(eq(sequenceContacts.contactId, contactId), eq(sequenceContacts.sequenceId, id)))
    expect(waiting).toMatchObject({ holdReason: 'report_unproven', heldUntil: IN_FOURTEEN_DAYS })
    expect(await startDue(db, new Date('2026-03-18T08:00:00Z'))).toHaveLength(1)
  })

  test('without an address counts only if it returns our send id', async () => {
    const { messageId } = await sendOf(db, sendId)
    const notice = (more: string) =>
      `From: MAILER-DAEMON@mx.example\nTo: ann@sender.example\nSubject: Undelivered Mail\nIn-Reply-To: ${messageId}\n\n` +
      `Your message could not be delivered: 550 5.1.1 user unknown\n\n${more}`
    await receive(notice(''))
    expect(await stored()).toMatchObject({ kind: 'unproven', claims: 'bounce' })
    await receive(notice(`--- original message ---\nX-Reference-Id: ${sendId}\nSubject: Hello\n`))
    expect(await isBounced()).toBe(true)
  })

  test('does not prolong the wait, and asks again once it has ended', async () => {
    await receive(report(email, ''))
    await receive(report(email, ''), hours(2))
    expect(await listContactHolds(db, userId, contactId, hours(2))).toMatchObject([
      { until: IN_FOURTEEN_DAYS },
    ])
    expect(await notices()).toHaveLength(1)
    await db
      .update(contactHolds)
      .set({ until: hours(2) })
      .where(eq(contactHolds.contactId, contactId))
    await receive(report(email, ''), hours(3))
    expect(await notices()).toHaveLength(2)
    expect(await listContactHolds(db, userId, contactId, hours(3))).toHaveLength(1)
  })

  test('that is genuine, but does not say that the address is wrong, only holds the contact', async () => {
    await receive(report(email, '', '5.0.0'))
    await decide('report_unproven', 'stop')
    expect(await isBounced()).toBe(false)
    expect(await enrollment()).toMatchObject({ status: 'active', holdReason: 'address_unreachable' })
  })

  test('about a full mailbox asks nothing', async () => {
    await receive(report(email, 'Message-ID: <forged@evil.example>', '4.2.2'))
    expect(await db.select().from(contactHolds).where(eq(contactHolds.contactId, contactId))).toEqual([])
  })

  test('is taken as genuine or ignored by the user, once', async () => {
    await receive(report(email, ''))
    await decide('report_unproven', 'continue')
    expect(await isBounced()).toBe(false)
    expect(await listContactHolds(db, userId, contactId, hours(2))).toEqual([])
    expect(await refused(decide('report_unproven', 'stop'))).toBe('CONFLICT: This was already decided')

    await receive(report(email, ''), hours(2))
    await decide('report_unproven', 'stop')
    expect(await isBounced()).toBe(true)
    expect((await log()).bouncedAt).toEqual(hours(2))
  })
})

/** A complaint in the Abuse Reporting Format (RFC 5965). */
const complaint = (address: string, returned: string) => `From: fbl@isp.example
To: ann@sender.example
Subject: Complaint
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
Original-Rcpt-To: ${address}

--b
Content-Type: text/rfc822-headers

${returned}
--b--
`

test('a complaint stops only the contact that it is about', async () => {
  const returned = `Message-ID: ${(await sendOf(db, sendId)).messageId}`
  const isStopped = async () => (await getContact(db, userId, contactId)).unsubscribed
  await receive(complaint('other@people.example', returned))
  expect([await isStopped(), (await enrollment()).status]).toEqual([false, 'active'])
  await receive(complaint(email, returned))
  expect((await enrollment()).status).not.toBe('active')
})

describe('a message that refers to one that may be forged', () => {
  const forged = () =>
    receive(reply('Hello', 'mx.sender.example; dmarc=fail', 'Message-ID: <forged@evil.example>\n'))

  test('is not proven by that if it is a report or a complaint', async () => {
    await forged()
    await receive(report(email, 'Message-ID: <forged@evil.example>'))
    await receive(complaint(email, 'Message-ID: <forged@evil.example>'))
    expect(await isBounced()).toBe(false)
    expect((await enrollment()).status).toBe('active')
  })

  test('is not proven by that if its sender is disowned', async () => {
    await forged()
    await receive(
      reply('unsubscribe', 'mx.sender.example; dmarc=fail', 'In-Reply-To: <forged@evil.example>\n'),
      hours(2),
    )
    expect((await getContact(db, userId, contactId)).unsubscribed).toBe(false)
  })
})

describe('a message without a reference to ours', () => {
  test('counts if its sender is not disowned', async () => {
    await receive(reply('Yes, please', 'mx.sender.example; dmarc=pass header.from=people.example'))
    expect((await log()).repliedAt).not.toBeNull()
  })

  test.each([
    ['unsubscribes nobody', 'unsubscribe'],
    ['ends nothing', 'Yes, please'],
  ])('whose sender is disowned %s by itself', async (_, text) => {
    await receive(reply(text, 'mx.sender.example; spf=fail; dmarc=fail (p=NONE) header.from=people.example'))
    expect((await getContact(db, userId, contactId)).unsubscribed).toBe(false)
    expect(await enrollment()).toMatchObject({ status: 'active', repliedAt: null })
    expect(await log()).toMatchObject({ repliedAt: null, status: 'not_open' })
    expect((await notices()).map(({ title }) => title)).toEqual(['Is this message genuine?'])
    const [conversation] = await db.select().from(conversations).where(eq(conversations.contactId, contactId))
    expect(conversation).toMatchObject({ unread: true, label: null })
    expect(await stored()).toMatchObject({ kind: 'unproven', claims: 'reply' })
  })

  test('whose sender is disowned counts once the user says that it is theirs', async () => {
    await receive(reply('Please unsubscribe me', 'mx.sender.example; dmarc=fail'))
    await decide('sender_unproven', 'stop')
    expect((await getContact(db, userId, contactId)).unsubscribed).toBe(true)
    expect((await log()).repliedAt).toEqual(hours(1))
    expect((await stored()).kind).toBe('reply')
  })

  test('the verdict is that of the topmost header, and of the same host', async () => {
    const forged = 'Authentication-Results: mx.sender.example; dmarc=pass\n'
    await receive(reply('Yes, please', 'mx.sender.example; dmarc=fail', forged))
    expect((await log()).repliedAt).toBeNull()
    const foreign = 'Authentication-Results: relay.example; dmarc=fail\n'
    await receive(reply('Yes, please', 'mx.sender.example; dkim=pass', foreign), hours(2))
    expect((await log()).repliedAt).toEqual(hours(2))
  })

  test('with a reference to ours counts whatever its server says', async () => {
    const { messageId } = await sendOf(db, sendId)
    await receive(reply('Yes, please', 'mx.sender.example; dmarc=fail', `In-Reply-To: ${messageId}\n`))
    expect((await log()).repliedAt).not.toBeNull()
  })

  test('and only in the same thread of its provider proves nothing', async () => {
    await db.update(emailSends).set({ providerThreadId: 'thread-1' }).where(eq(emailSends.id, sendId))
    await receive(reply('unsubscribe', 'mx.sender.example; dmarc=fail'), hours(1), 'thread-1')
    expect((await getContact(db, userId, contactId)).unsubscribed).toBe(false)
    expect(await stored()).toMatchObject({ kind: 'unproven' })
  })

  test('whose sender is disowned waits for the user, also if it accepts an invitation', async () => {
    const calendar = `MIME-Version: 1.0\nContent-Type: text/calendar; method=REPLY\n`
    const accepted =
      'BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nATTENDEE;PARTSTAT=ACCEPTED:mailto:x@y.example\n'
    await receive(reply(`${accepted}END:VEVENT\nEND:VCALENDAR`, 'mx.sender.example; dmarc=fail', calendar))
    expect(await stored()).toMatchObject({ kind: 'unproven', claims: 'calendar' })
    expect((await enrollment()).holdReason).toBeNull()
    await decide('sender_unproven', 'stop')
    expect(await stored()).toMatchObject({ kind: 'calendar', kindBy: 'user' })
    expect(await enrollment()).toMatchObject({ holdReason: 'calendar' })
  })

  test('counts with all others of its sender once the user says that they are theirs', async () => {
    await receive(reply('Please unsubscribe me', 'mx.sender.example; dmarc=fail'))
    await receive(reply('Hello?', 'mx.sender.example; dmarc=fail'), hours(2))
    await decide('sender_unproven', 'stop')
    expect((await getContact(db, userId, contactId)).unsubscribed).toBe(true)
  })

  test('says nothing of the next ones of its sender once it counts', async () => {
    const auto = 'Auto-Submitted: auto-replied\n'
    await receive(reply('I am away until Monday.', 'mx.sender.example; dmarc=fail', auto))
    await decide('sender_unproven', 'stop')
    const { messageId } = await sendOf(db, sendId)
    const raw = reply(
      'Yes, call me tomorrow.',
      'mx.sender.example; dmarc=pass',
      `In-Reply-To: ${messageId}\n`,
    )
    await receive(raw, hours(3))
    expect((await log()).repliedAt).toEqual(hours(3))
  })
})
