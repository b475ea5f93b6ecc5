import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts, decisions, emailLogs, sequenceContacts, trackingEvents } from '#drizzle/schema'
import { readTimeline } from '~/models/contacts/timeline/timeline.server'
import { markEmailsOpened } from '~/models/outbox/opened.server'
import { getSentEmail } from '~/models/outbox/shown/sent-email.server'
import { loadPath } from '~/models/sequences/members/members.server'
import { sendOf } from '../../support/mailing'
import { type Outreach, openOutreach } from '../../support/outreach'
import { day, leftOf, night, openPast } from './support'

let outreach: Outreach
beforeEach(async () => {
  outreach = await openOutreach()
})
afterEach(() => outreach?.drop())

test('removes decisions after the contact has left the sequence, and says so', async () => {
  const { db, userId } = outreach
  const { contactId, sendId } = (await openPast(outreach)).sent[0]!
  const { sequenceContactId, sequenceId } = await sendOf(db, sendId)
  const path = () => loadPath(db, sequenceId!, sequenceContactId!, 'UTC')
  const count = (await path()).entries.length
  expect(count).toBeGreaterThan(0)
  // It left a day after the email.
  await night(db, day(180))
  expect(await path()).toMatchObject({ removed: null })
  expect((await path()).entries).toHaveLength(count)
  await night(db, day(182))
  const removed = 'The decisions were removed 181 days after the contact had left the sequence.'
  expect(await path()).toMatchObject({ entries: [], removed })
  const { rows } = await readTimeline(db, userId, contactId, { limit: 50 }, 'UTC')
  expect(rows).toContainEqual(expect.objectContaining({ text: removed, at: day(182).toISOString() }))
  expect(rows.map(({ text }) => text)).toContainEqual(expect.stringContaining('Sent “Hi”'))
})

test('keeps what the user decided about a contact', async () => {
  const { db, userId } = outreach
  const { contactId } = (await openPast(outreach)).sent[0]!
  const kept = { userId, contactId, type: 'record', rule: 'suppression_lifted', inputs: {}, at: day(0) }
  await db.insert(decisions).values(kept)
  await night(db, day(5000))
  expect(await db.select({ rule: decisions.rule }).from(decisions)).toEqual([{ rule: kept.rule }])
})

test('removes single opens, and keeps when an email was opened and who unsubscribed', async () => {
  const { db, userId } = outreach
  const { sent } = await openPast(outreach, 2)
  const [first, second] = [sent[0]!, sent[1]!]
  // Also an id of the first versions, which tells no time.
  const random = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
  // The ids of sends tell PostgreSQL's time, which no mail time is behind.
  const later = (days: number) => day(days + 3650)
  for (const emailSendId of [first.sendId, second.sendId, random])
    for (const [type, at] of [
      ['open', later(0)],
      ['open', later(10)],
      ['unsubscribe', later(0)],
      ['complaint', later(0)],
    ] as const)
      await db.insert(trackingEvents).values({ emailSendId, type, createdAt: at, ipAddress: '192.0.2.1' })
  await db.transaction((tx) => markEmailsOpened(tx, [first.sendId], later(0)))
  await db.execute(sql`update sequence_contacts set status = 'active', hold_reason = 'paused', completed_at = null, end_reason = null
    where id = (select sequence_contact_id from email_sends where id = ${second.sendId}::uuid)`)

  await night(db, later(185))
  const left = await db
    .select({ id: trackingEvents.emailSendId, type: trackingEvents.type, at: trackingEvents.createdAt })
    .from(trackingEvents)
  const opens = left.filter(({ type }) => type === 'open').map(({ id, at }) => [id, at])
  expect(opens.sort()).toEqual(
    [
      [first.sendId, later(10)],
      [second.sendId, later(0)],
      [second.sendId, later(10)],
      [random, later(10)],
    ].sort(),
  )
  expect(left.filter(({ type }) => type !== 'open')).toHaveLength(6)

  await night(db, later(195))
  expect((await leftOf(db)).opens).toBe(2)
  const [log] = await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, first.sendId))
  const { events } = await getSentEmail(db, userId, log!.id, 'UTC', 'http://localhost:3000')
  expect(events).toContainEqual(
    expect.objectContaining({ what: 'Opened', more: 'The details are no longer kept.' }),
  )
  expect(await db.select().from(contacts)).toHaveLength(2)
})

test('takes no part of the history of somebody who has just left', async () => {
  const { db } = outreach
  await openPast(outreach)
  const { decisions: count } = await leftOf(db)
  await db.update(sequenceContacts).set({ completedAt: day(999) })
  await night(db, day(1000))
  expect((await leftOf(db)).decisions).toBe(count)
})
