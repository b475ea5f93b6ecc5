import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { processInbound } from '~/models/inbound/inbound.server'
import {
  countNotifications,
  countUnread,
  dismissNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  notifyQuotaExceeded,
  notifySystem,
} from '~/models/notifications/notification.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterEach(() => outreach?.drop())

/** Due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const page = (limit = 100, cursor?: string) => listNotifications(db, userId, { limit, cursor })

describe('daily limits', () => {
  const about = (accountEmail: string, sequenceId: string, day = '2026-03-03') => ({
    ...{ userId, sequenceId, day, accountEmail },
    contactEmail: `first-of-${accountEmail}`,
  })

  test('of two mailboxes in one sequence share one notification', async () => {
    const boxes = [
      await addSmtp(db, userId, NOW, { email: 'a@sender.example', dailyLimit: 1 }),
      await addSmtp(db, userId, NOW, { email: 'b@sender.example', dailyLimit: 1 }),
    ]
    const list = await outreach.makeList()
    await outreach.makeMembers(list.id, 40)
    const { id } = await outreach.makeSequence({ name: 'Spring' })
    await outreach.makeStep(id, { sendHour: 9, sendMinute: 0 })
    await updateSequence(db, userId, id, { mailboxIds: boxes }, NOW)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    await activateSequence(db, userId, id, NOW, secrets)
    expect(await startDue(db, DUE)).toHaveLength(2)
    const { rows } = await page()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      type: 'quota_exceeded',
      message: '2 mailboxes have reached their daily limit; emails of "Spring" move to the next valid day.',
      metadata: { sequenceName: 'Spring' },
    })
    expect(new Set(rows[0]!.metadata.accountEmails as string[])).toEqual(
      new Set(['a@sender.example', 'b@sender.example']),
    )
  })

  test('count each mailbox once a day and name the first held contact', async () => {
    const { id } = await outreach.makeSequence({ name: 'Spring' })
    const { id: other } = await outreach.makeSequence({ name: 'Other' })
    await notifyQuotaExceeded(db, [about('a@sender.example', id)])
    const [first] = (await page()).rows
    expect(first!.message).toBe(
      'a@sender.example has reached its daily limit; emails of "Spring" move to the next valid day.',
    )
    for (const account of ['a', 'b', 'b', 'c'])
      await notifyQuotaExceeded(db, [about(`${account}@sender.example`, id)])
    const [counted] = (await page()).rows
    expect(counted).toMatchObject({
      id: first!.id,
      message: '3 mailboxes have reached their daily limit; emails of "Spring" move to the next valid day.',
      metadata: {
        contactEmail: 'first-of-a@sender.example',
        accountEmail: 'a@sender.example',
        accountEmails: ['a@sender.example', 'b@sender.example', 'c@sender.example'],
      },
    })
    await notifyQuotaExceeded(db, [
      about('a@sender.example', other),
      about('a@sender.example', id, '2026-03-04'),
    ])
    expect((await page()).rows).toHaveLength(3)
  })

  test('of another mailbox keep a notification read or dismissed', async () => {
    const { id } = await outreach.makeSequence()
    await notifyQuotaExceeded(db, [about('a@sender.example', id)])
    const [notice] = (await page()).rows
    await markNotificationRead(db, userId, notice!.id)
    await notifyQuotaExceeded(db, [about('b@sender.example', id)])
    expect(await countUnread(db, userId)).toBe(0)
    await dismissNotification(db, userId, notice!.id)
    await notifyQuotaExceeded(db, [about('c@sender.example', id)])
    expect((await page()).rows).toEqual([])
  })
})

describe('a human reply', () => {
  let contactId: string
  beforeEach(async () => {
    const mailboxId = await addSmtp(db, userId, NOW)
    const list = await outreach.makeList()
    ;[contactId] = (await outreach.makeMembers(list.id, 1)) as [string]
    await updateContact(
      db,
      userId,
      contactId,
      { email: 'bo@people.example', firstName: 'Bo', lastName: 'Berg' },
      NOW,
      secrets,
    )
    const { id } = await outreach.makeSequence({ name: 'Spring' })
    await outreach.makeStep(id)
    await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
    await activateSequence(db, userId, id, NOW, secrets)
    await enrollContacts(db, userId, id, [contactId], NOW, secrets)
    const sent = await startDue(db, DUE)
    await recordResult(db, sent, ACCEPTED, DUE)
    receive = async (headers, text, providerId = crypto.randomUUID()) => {
      const inbound = await classifyInbound(
        Buffer.from(`From: bo@people.example\r\nSubject: Re: Hi\r\n${headers}\r\n${text}\r\n`),
      )
      return processInbound(db, userId, { mailboxId, providerId, receivedAt: DUE, inbound }, DUE, secrets)
    }
  })
  let receive: (headers: string, text: string, providerId?: string) => Promise<boolean>

  test('notifies once per message with contact and sequence', async () => {
    await receive('', 'Sounds good. Call me on Monday.', 'one')
    await receive('', 'Sounds good. Call me on Monday.', 'one')
    const { rows } = await page()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      type: 'system',
      title: 'New reply',
      message: 'Bo Berg (bo@people.example) replied to the sequence "Spring".',
      isRead: false,
      metadata: { contactId, contactEmail: 'bo@people.example', sequenceName: 'Spring' },
    })
    await receive('', 'And bring Ann.', 'two')
    expect((await page()).rows).toHaveLength(2)
  })

  test('excludes automatic replies', async () => {
    expect(await receive('Auto-Submitted: auto-replied\r\n', 'I am away.')).toBe(true)
    expect((await page()).rows).toEqual([])
  })
})

test('pages without gaps, and marks all as read for one user', async () => {
  for (let i = 0; i < 5; i++) await notifySystem(db, userId, { title: `N${i}`, message: 'M' })
  await notifySystem(db, outreach.strangerId, { title: 'Other', message: 'M' })
  const first = await page(2)
  const second = await page(2, first.cursor!)
  const third = await page(2, second.cursor!)
  const titles = [first, second, third].flatMap(({ rows }) => rows.map(({ title }) => title))
  expect(titles.sort()).toEqual(['N0', 'N1', 'N2', 'N3', 'N4'])
  expect(third.cursor).toBeNull()
  expect(await countNotifications(db, userId)).toBe(5)
  await markAllNotificationsRead(db, userId)
  expect([await countUnread(db, userId), await countUnread(db, outreach.strangerId)]).toEqual([0, 1])
})
