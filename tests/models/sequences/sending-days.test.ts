import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts } from '#drizzle/schema'
import { runReplanSequence } from '~/jobs/tasks/replan-sequence.server'
import { ContactChange } from '~/models/contacts/contact'
import { updateContact } from '~/models/contacts/contact.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { cloneSequence } from '~/models/sequences/clone.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { SequenceChange as Schema, type SequenceChange } from '~/models/sequences/sequence'
import { updateSequence } from '~/models/sequences/sequence.server'
import { StepChange } from '~/models/sequences/step'
import { updateStep } from '~/models/sequences/step.server'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'
import { contextOf } from '../../support/removal'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterEach(() => outreach?.drop())

/** A running sequence in Paris with one step at 9:00 the next day, Tuesday, and this many contacts. */
async function start(change: Partial<SequenceChange>, people = 1) {
  const { id } = await outreach.makeSequence({ timezone: 'Europe/Paris' })
  const step = await outreach.makeStep(id, { delayDays: 1, sendHour: 9, sendMinute: 0 })
  await addSmtp(db, userId, NOW)
  await updateSequence(db, userId, id, Schema.parse(change), NOW)
  const list = await outreach.makeList()
  const members = await outreach.makeMembers(list.id, people)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  return { id, stepId: step.id, members, activate: () => activateSequence(db, userId, id, NOW, secrets) }
}

const dueTimes = async () =>
  (
    await db.execute<{ at: Date }>(sql`
      select to_char(next_action_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as at from sequence_contacts order by place`)
  ).map(({ at }) => at)

test.each([
  ['every day', {}, '2026-03-03T08:00'],
  ['Thursdays', { sendDays: [4] }, '2026-03-05T08:00'],
  ['not on its days off', { holidayDates: ['2026-03-03', '2026-03-04'] }, '2026-03-05T08:00'],
])('plans emails on %s', async (_name, change, due) => {
  const { activate } = await start(change)
  await activate()
  expect(await dueTimes()).toEqual([due])
})

test('skips the holidays of a country, also after a change', async () => {
  const { id, activate } = await start({ sendDays: [5] })
  // Good Friday.
  await updateSequence(db, userId, id, { startDate: new Date('2026-04-01T22:00:00Z') }, NOW)
  await activate()
  expect(await dueTimes()).toEqual(['2026-04-03T07:00'])
  await updateSequence(db, userId, id, Schema.parse({ holidays: 'DE' }), NOW)
  await runReplanSequence({ sequenceId: id }, contextOf(db))
  expect(await dueTimes()).toEqual(['2026-04-10T07:00'])
})

test('uses the time zones of contacts, where they are known', async () => {
  const { members, activate } = await start({ useContactTimezone: true }, 4)
  const place = (index: number, fields: object) =>
    db.update(contacts).set(fields).where(eq(contacts.id, members[index]!))
  await place(0, { timezone: 'Asia/Tokyo', country: 'Germany' })
  await place(1, { country: 'United States', state: 'California' })
  await place(2, { country: 'United States' })
  await activate()
  expect(await dueTimes()).toEqual([
    '2026-03-03T00:00',
    '2026-03-03T17:00',
    '2026-03-03T08:00',
    '2026-03-03T08:00',
  ])
})

test('forecasts emails in the time zones of contacts, enrolled or not', async () => {
  const { id, stepId, members, activate } = await start({ useContactTimezone: true })
  await updateStep(db, userId, stepId, StepChange.parse({ sendHour: 20 }), NOW)
  await db.update(contacts).set({ timezone: 'Pacific/Honolulu' }).where(eq(contacts.id, members[0]!))
  const days = async () => (await forecastSequence(db, userId, id, NOW)).days.map(({ day }) => day)
  // Tuesday evening there is Wednesday morning in Paris.
  expect(await days()).toEqual(['2026-03-04'])
  await activate()
  expect(await days()).toEqual(['2026-03-04'])
})

test('plans again when a contact moves to another time zone', async () => {
  const { members, activate } = await start({ useContactTimezone: true })
  await activate()
  const move = (change: object) =>
    updateContact(db, userId, members[0]!, ContactChange.parse(change), NOW, secrets)
  await move({ country: 'Japan' })
  expect(await dueTimes()).toEqual(['2026-03-03T00:00'])
  await move({ timezone: 'America/New_York' })
  expect(await dueTimes()).toEqual(['2026-03-03T14:00'])
  await move({ timezone: null, country: null })
  expect(await dueTimes()).toEqual(['2026-03-03T08:00'])
})

test('ignores the time zones of contacts unless the sequence asks for them', async () => {
  const { members, activate } = await start({})
  await db.update(contacts).set({ timezone: 'Asia/Tokyo' }).where(eq(contacts.id, members[0]!))
  await activate()
  expect(await dueTimes()).toEqual(['2026-03-03T08:00'])
})

test('refuses a latest time before a step, and a step after it', async () => {
  const { id, stepId } = await start({})
  expect(await refused(updateSequence(db, userId, id, { latestSendTime: '08:59' }, NOW))).toMatch(
    /^INVALID: .+ is sent at 09:00, after this time$/,
  )
  await updateSequence(db, userId, id, { latestSendTime: '09:00' }, NOW)
  const late = StepChange.parse({ sendHour: 9, sendMinute: 1 })
  expect(await refused(updateStep(db, userId, stepId, late, NOW))).toBe(
    'INVALID: The sequence sends until 09:00. Choose an earlier time, or change its latest time.',
  )
})

test('reads all days as every day, and copies the rules with the sequence', async () => {
  const rules = { latestSendTime: '17:30', holidays: 'FR', useContactTimezone: true }
  const { id } = await start({ ...rules, sendDays: [3, 1, 3], holidayDates: ['2026-12-24', '2026-12-24'] })
  const kept = { ...rules, sendDays: [1, 3], holidayDates: ['2026-12-24'] }
  expect(await cloneSequence(db, userId, id)).toMatchObject(kept)
  const all = Schema.parse({ sendDays: [1, 2, 3, 4, 5, 6, 7] })
  expect((await updateSequence(db, userId, id, all, NOW)).sendDays).toBeNull()
})

test.each([
  [{ sendDays: [] }, 'Choose at least one day of the week'],
  [{ sendDays: [8] }, 'Days of the week are numbers from 1, Monday, to 7'],
  [{ latestSendTime: '24:00' }, 'The latest time must be written as HH:MM'],
  [{ holidays: 'Germany' }, 'Unknown country: use its code of two letters'],
  [{ holidayDates: ['2026-02-30'] }, 'Dates must be written as YYYY-MM-DD'],
])('refuses %j', (change, message) => {
  const { error } = Schema.safeParse(change)
  expect(JSON.stringify(error?.issues)).toContain(message)
})
