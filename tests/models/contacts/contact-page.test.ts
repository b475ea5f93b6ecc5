import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NewContact } from '~/models/contacts/contact'
import { createContact, getContact, updateContact } from '~/models/contacts/contact.server'
import { eraseContact } from '~/models/contacts/erase.server'
import { exportContact } from '~/models/contacts/export.server'
import { STOPS } from '~/models/contacts/lift'
import { liftStop, listStopReasons } from '~/models/contacts/lift.server'
import { stopEmails } from '~/models/contacts/stops.server'
import { readTimeline } from '~/models/contacts/timeline/timeline.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { listEnrollments, listPersonasOf } from '~/models/sequences/members/contact-enrollments.server'
import { unsubscribe } from '~/models/tracking/tracking.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { addSmtp, sendOf, sendOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  mailboxId = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

/** The first emails of a new sequence are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000)

let contactId: string
let email: string
let sequenceId: string
let sendId: string
/** A contact that got one email. */
beforeEach(async () => {
  ;({ contactId, email, sequenceId, sendId } = await sendOne(outreach, mailboxId, DUE))
})

async function receive(kind: Inbound['kind'], more: Partial<Inbound> = {}, at = hours(30)) {
  const inbound: Inbound = {
    ...UNREADABLE,
    ...{ kind, hard: null, class: null, recipients: [], status: null, reason: '', originalMessageIds: [] },
    ...{ sendId, from: email, subject: 'Re: Hi', text: 'Yes, please', stop: false },
    ...more,
  }
  const received = { mailboxId, providerId: crypto.randomUUID(), receivedAt: at, inbound }
  await processInbound(db, userId, received, at, secrets)
}

const timeline = async (limit = 100) =>
  (await readTimeline(db, userId, contactId, { limit }, 'UTC')).rows.map(({ text, quote }) =>
    quote ? `${text} ${quote}` : text,
  )

describe('the timeline', () => {
  test('shows events with the text of replies, newest first', async () => {
    await receive('reply')
    const texts = await timeline()
    expect(texts.find((text) => text.startsWith('Replied'))).toBe('Replied: “Re: Hi”. Yes, please')
    for (const part of [
      'Sent “Hi” from ',
      'Enrolled in a sequence.',
      'Joined an email list.',
      'Added manually.',
    ])
      expect(texts.some((text) => text.startsWith(part))).toBe(true)
    const { rows } = await readTimeline(db, userId, contactId, { limit: 100 }, 'UTC')
    expect(rows.map((row) => row.at)).toEqual(
      rows
        .map((row) => row.at)
        .sort()
        .reverse(),
    )
    expect(rows.find((row) => row.text.startsWith('Enrolled'))?.link).toMatchObject({
      kind: 'enrollment',
      label: 'First contact',
    })
  })

  test('pages without gaps or repeats', async () => {
    await receive('reply')
    const whole = (await readTimeline(db, userId, contactId, { limit: 100 }, 'UTC')).rows.map(
      (row) => row.key,
    )
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await readTimeline(db, userId, contactId, { limit: 2, cursor }, 'UTC')
      seen.push(...page.rows.map((row) => row.key))
      if (!page.cursor) break
      cursor = page.cursor
    }
    expect(seen).toEqual(whole)
    for (const cursor of [
      'x',
      ...['0000-01-01T00:00:00Z 1sent:a', '2026-01-01T00:00:00Z x', 'now'].map(btoa),
    ])
      expect(await refused(readTimeline(db, userId, contactId, { limit: 2, cursor }, 'UTC'))).toMatch(
        /INVALID/,
      )
  })

  test('shows bounces, opt-outs and lifted suppressions', async () => {
    await receive('bounce', { hard: true, status: '5.1.1', reason: 'No such user' })
    await unsubscribe(db, (await sendOf(db, sendId)).unsubscribeToken, hours(31), secrets)
    await liftStop(db, userId, contactId, 'bounce', hours(32), secrets)
    await liftStop(db, userId, contactId, 'unsubscription', hours(33), secrets)
    // A contact's creation uses PostgreSQL's clock, everything else mail time.
    const texts = (await timeline()).filter((text) => text !== 'Added manually.')
    expect(texts.slice(0, 2)).toEqual(['You lifted the unsubscription.', 'You lifted the bounce mark.'])
    expect(texts).toContain('Unsubscribed with the link in an email.')
    expect(texts).toContain('An email bounced: the address does not accept email. 5.1.1 No such user')
  })

  test('responds with 404 for another user’s contact', async () => {
    expect(await refused(readTimeline(db, outreach.strangerId, contactId, { limit: 9 }, 'UTC'))).toMatch(
      /NOT_FOUND/,
    )
  })
})

test('explains the next action of each sequence', async () => {
  const [one] = await listEnrollments(db, userId, contactId, 'UTC')
  expect(one).toMatchObject({ sequenceId, sequence: 'First contact', status: 'active' })
  expect(one!.why).toMatch(/^Waiting: the reaction to Email 1 is decided on /)
  expect(await listEnrollments(db, outreach.strangerId, contactId, 'UTC')).toEqual([])
  expect((await listPersonasOf(db, userId, contactId)).map(({ name }) => name)).toEqual(['People'])
})

describe('lifting a suppression', () => {
  const KINDS = { suppression: 'complaint', unsubscription: 'unsubscribed', bounce: 'hardBounce' } as const

  test.each(STOPS)('clears only its flag and its suppressions: %s', async (stop) => {
    for (const kind of Object.values(KINDS)) await stopEmails(db, userId, contactId, kind, hours(25), secrets)
    await liftStop(db, userId, contactId, stop, hours(26), secrets)
    const after = await getContact(db, userId, contactId)
    expect({
      suppression: after.suppressed,
      unsubscription: after.unsubscribed,
      bounce: after.hardBounced || after.tags.includes('blacklist'),
    }).toEqual({ suppression: true, unsubscription: true, bounce: true, [stop]: false })
    const reasons = { suppression: 'complaint', unsubscription: 'unsubscribed', bounce: 'hard_bounce' }
    expect((await listStopReasons(db, userId, email, secrets)).sort()).toEqual(
      Object.entries(reasons)
        .filter(([name]) => name !== stop)
        .map(([, reason]) => reason)
        .sort(),
    )
    expect(await refused(liftStop(db, userId, contactId, stop, hours(27), secrets))).toMatch(/^CONFLICT/)
    // The contact may be enrolled again after the erasure; ended enrollments stay ended.
    expect((await listEnrollments(db, userId, contactId, 'UTC'))[0]!.status).toBe('stopped')
  })

  test('responds with 404 for another user’s contact', async () => {
    await stopEmails(db, userId, contactId, 'unsubscribed', hours(25), secrets)
    expect(
      await refused(liftStop(db, outreach.strangerId, contactId, 'unsubscription', hours(26), secrets)),
    ).toMatch(/^NOT_FOUND/)
    expect(await refused(liftStop(db, userId, UNKNOWN_ID, 'unsubscription', hours(26), secrets))).toMatch(
      /^NOT_FOUND/,
    )
    expect(await getContact(db, userId, contactId)).toMatchObject({ unsubscribed: true })
  })
})

test('the export has all data of the contact and none of our keys', async () => {
  await receive('reply', { text: 'My own words' })
  const text = JSON.stringify(await exportContact(db, userId, contactId, hours(40), secrets))
  for (const part of [email, 'My own words', '<p>Hi</p>', 'First contact', 'People'])
    expect(text).toContain(part)
  const { unsubscribeToken, trackingToken } = await sendOf(db, sendId)
  for (const token of [unsubscribeToken, trackingToken, userId]) expect(text).not.toContain(token)
  expect(await refused(exportContact(db, outreach.strangerId, contactId, NOW, secrets))).toMatch(/^NOT_FOUND/)
})

describe('erasing a contact', () => {
  const erase = (typed = email) => eraseContact(db, userId, contactId, typed, hours(40), secrets)

  test('leaves only counters and the keyed hash', async () => {
    await updateContact(db, userId, contactId, { firstName: 'Wilhelmina', lastName: 'Ungerer' }, NOW, secrets)
    await receive('reply', { text: 'Wilhelmina wrote this' })
    await receive('bounce', { hard: false, reason: `${email}: mailbox full` }, hours(31))
    await db.execute(`with job as (insert into queue_jobs (user_id, type, status, payload)
        values ('${userId}', 'lead_import', 'completed', '{"leads": [{"email": "${email}"}]}') returning id)
      insert into job_files (user_id, queue_job_id, purpose, name, content_type)
      select '${userId}', id, purpose, 'a.csv', 'text/csv' from job, unnest(array['export', 'contact_import']) purpose`)
    await db.execute(
      `insert into revealed_leads (user_id, apollo_id, email) values ('${userId}', 'a1', '${email}')`,
    )
    const before = await counts()
    await erase(`  ${email.toUpperCase()} `)
    const names = await db.execute<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    for (const { name } of names) {
      const [found] = await db.execute<{ n: number }>(
        `select count(*)::int as n from "${name}" t where to_jsonb(t)::text ilike '%${email}%' or to_jsonb(t)::text ~ 'Wilhelmina|Ungerer'`,
      )
      expect([name, found!.n]).toEqual([name, 0])
    }
    expect(await db.execute('select 1 from job_files')).toHaveLength(0)
    // Its conversation went along: the reply and the bounce.
    expect(await counts()).toEqual({ ...before, received: before!.received - 2 })
    expect(await refused(getContact(db, userId, contactId))).toMatch(/^NOT_FOUND/)
  })

  test('suppresses any later contact with the address', async () => {
    await erase()
    const input = NewContact.parse({ email: email.toUpperCase() })
    const again = await createContact(db, userId, input, hours(41), secrets)
    expect(again.suppressed).toBe(true)
    const result = await enrollContacts(db, userId, sequenceId, [again.id], hours(41), secrets)
    expect(result).toMatchObject({ enrolled: 0, skipped: 1 })
    expect(await refused(liftStop(db, userId, again.id, 'suppression', hours(42), secrets))).toMatch(
      /^CONFLICT: The person with this address was erased/,
    )
  })

  test('stores nothing of a later reply', async () => {
    await erase()
    await receive('reply', { text: 'A late answer' }, hours(50))
    const [row] = await db.execute<{ text: string; from: string }>(
      `select text, from_email as "from" from inbound_messages where email_send_id = '${sendId}'`,
    )
    expect(row).toEqual({ text: '', from: '' })
  })

  test('is refused without the address, for other users and during a hand-over', async () => {
    expect(await refused(erase('somebody@else.example'))).toBe(
      'INVALID: This is not the address of the contact',
    )
    expect(await refused(eraseContact(db, outreach.strangerId, contactId, email, NOW, secrets))).toMatch(
      /^NOT_FOUND/,
    )
    await db.execute(`update email_sends set state = 'sending' where id = '${sendId}'`)
    expect(await refused(erase())).toMatch(/^CONFLICT: An email to this contact is being sent/)
    expect(await getContact(db, userId, contactId)).toMatchObject({ email })
  })

  const counts = async () =>
    (
      await db.execute<Record<'logs' | 'sends' | 'enrollments' | 'received', number>>(
        `select (select count(*)::int from email_logs) as logs, (select count(*)::int from email_sends) as sends,
          (select count(*)::int from sequence_contacts) as enrollments, (select count(*)::int from inbound_messages) as received`,
      )
    )[0]
})
