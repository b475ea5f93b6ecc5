import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { runReleaseHeld } from '~/jobs/tasks/release-held.server'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { type PreparedSend, startSends } from '~/models/outbox/start.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { activateSequence } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { interleave } from '../../support/interleave'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { contextOf, queued } from '../../support/removal'
import { claimAll, scanDue } from '../../support/sending'

let outreach: Outreach
let db: Db
let userId: string
let box: string
let contactId: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  box = await addSmtp(db, userId, NOW)
  const list = await outreach.makeList()
  ;[contactId] = (await outreach.makeMembers(list.id, 1)) as [string]
})
afterEach(() => outreach?.drop())

/** First emails are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const NEXT_WEEK = new Date('2026-03-10T08:00:00Z')
const limitTo = (maxEmailsPerContactPerWeek: number | null) =>
  saveContactSettings(db, userId, { maxContinuousNotOpens: 3, maxEmailsPerContactPerWeek })

/** A running sequence of one email to the contact. @returns its id */
async function sequenceWith(fields: Record<string, unknown> = {}, mailbox = box): Promise<string> {
  const { id } = await outreach.makeSequence({ mailboxIds: [mailbox], ...fields })
  await outreach.makeStep(id)
  await activateSequence(db, userId, id, NOW, secrets)
  await enrollContacts(db, userId, id, [contactId], NOW, secrets)
  return id
}

const enrollmentIn = async (sequenceId: string) => {
  const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId))
  const { status, holdReason, heldUntil, nextAction } = rows[0]!
  return { status, holdReason, heldUntil, nextAction }
}
const held = (heldUntil: Date) => ({
  status: 'active',
  holdReason: 'contact_pressure',
  heldUntil,
  nextAction: 'send',
})
const startedTo = async () =>
  (await db.select().from(emailSends).where(eq(emailSends.contactId, contactId))).filter(
    ({ state }) => state === 'sending' || state === 'sent',
  ).length

test('sends without a limit as before', async () => {
  await sequenceWith()
  await sequenceWith()
  expect(await startDue(db, DUE)).toHaveLength(2)
})

test('holds the next email to a contact until it fits the account limit', async () => {
  await limitTo(1)
  await sequenceWith()
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  const second = await sequenceWith()
  expect(await startDue(db, DUE)).toEqual([])
  expect(await enrollmentIn(second)).toEqual(held(NEXT_WEEK))
  expect(await startDue(db, new Date(NEXT_WEEK.getTime() - 1))).toEqual([])
  expect(await startDue(db, NEXT_WEEK)).toHaveLength(1)
})

test('lets a sequence override the account limit', async () => {
  await limitTo(1)
  await sequenceWith()
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  await sequenceWith({ maxEmailsPerContactPerWeek: 2 })
  const third = await sequenceWith({ maxEmailsPerContactPerWeek: 2 })
  const [sent, ...others] = await startDue(db, DUE)
  expect(others).toEqual([])
  await recordResult(db, [sent!], ACCEPTED, DUE)
  await limitTo(null)
  expect(await startDue(db, new Date(DUE.getTime() + 600_000))).toEqual([])
  expect((await enrollmentIn(third)).holdReason).toBe('contact_pressure')
})

test('two due emails of one batch start one after the other', async () => {
  await limitTo(1)
  await sequenceWith()
  await sequenceWith()
  expect(await startDue(db, DUE)).toHaveLength(1)
  expect(await startedTo()).toBe(1)
})

test('two workers that send from two sequences in the same second start one email', async () => {
  await limitTo(1)
  const other = await addSmtp(db, userId, NOW)
  await sequenceWith()
  await sequenceWith({}, other)
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  const prepared: PreparedSend[][] = []
  for (const { id } of await claimAll(db, 'worker', DUE)) {
    const mail = { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }
    prepared.push([{ sendId: id, mail, messageId: `<${id}@sender.example>`, threadId: null }])
  }
  expect(prepared).toHaveLength(2)
  const started: number[] = []
  const start = async (on: Db, sends: PreparedSend[]) => {
    started.push((await startSends(on, sends, 'worker', DUE)).size)
  }
  await interleave(
    db,
    (tx) => start(tx, prepared[0]!),
    (tx) => start(tx, prepared[1]!),
  )
  expect(started.sort()).toEqual([0, 1])
  expect(await startedTo()).toBe(1)
})

test.each([
  ['a test email', { isTest: true }],
  ['an answer written by hand', { isManual: true }],
  ['a failed email', { state: 'failed' as const }],
])('does not count %s', async (_, change) => {
  await limitTo(1)
  await sequenceWith()
  const [sent] = await startDue(db, DUE)
  await recordResult(db, [sent!], ACCEPTED, DUE)
  await db.update(emailSends).set(change).where(eq(emailSends.id, sent!))
  await sequenceWith()
  expect(await startDue(db, DUE)).toHaveLength(1)
})

test('counts an uncertain email, and asks again soon about one that is being sent', async () => {
  await limitTo(1)
  await sequenceWith()
  const [sent] = await startDue(db, DUE)
  const second = await sequenceWith()
  await startDue(db, DUE)
  expect(await enrollmentIn(second)).toEqual(held(new Date(DUE.getTime() + 600_000)))
  await db.update(emailSends).set({ state: 'uncertain' }).where(eq(emailSends.id, sent!))
  await startDue(db, new Date(DUE.getTime() + 600_000))
  expect(await enrollmentIn(second)).toEqual(held(NEXT_WEEK))
})

test.each<[string, (second: string) => Promise<unknown>]>([
  ['of the account', () => limitTo(2)],
  ['of the sequence', (id) => updateSequence(db, userId, id, { maxEmailsPerContactPerWeek: 2 }, DUE)],
])('a raised limit %s releases held emails', async (_, raise) => {
  await limitTo(1)
  await sequenceWith()
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  const second = await sequenceWith()
  await startDue(db, DUE)
  await db.execute(`delete from graphile_worker._private_jobs`)
  await raise(second)
  const [job] = await queued(db, 'release-held')
  expect(job).toMatchObject({ userId, reason: 'contact_pressure' })
  await runReleaseHeld(job as never, contextOf(db))
  expect((await enrollmentIn(second)).holdReason).toBeNull()
  expect(await startDue(db, DUE)).toHaveLength(1)
})

test('a change of another setting releases nothing', async () => {
  await limitTo(1)
  await db.execute(`delete from graphile_worker._private_jobs`)
  await saveContactSettings(db, userId, { maxContinuousNotOpens: 4 })
  expect(await queued(db, 'release-held')).toEqual([])
})

test('the forecast delays emails over the limit, also of contacts that are not enrolled yet', async () => {
  await sequenceWith()
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  const { id } = await outreach.makeSequence({ mailboxIds: [box], maxEmailsPerContactPerWeek: 1 })
  await outreach.makeStep(id)
  await enrollContacts(db, userId, id, [contactId], DUE, secrets)
  const days = async () => (await forecastSequence(db, userId, id, DUE)).days.filter((day) => day.firstMails)
  expect(await days()).toMatchObject([{ day: '2026-03-10' }])
  await db.delete(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
  const list = await outreach.makeList()
  await db.execute(
    `insert into persona_contacts (persona_id, contact_id) values ('${list.id}', '${contactId}')`,
  )
  await db.execute(`insert into sequence_personas (sequence_id, persona_id) values ('${id}', '${list.id}')`)
  expect(await days()).toMatchObject([{ day: '2026-03-10' }])
  await updateSequence(db, userId, id, { maxEmailsPerContactPerWeek: null }, DUE)
  expect(await days()).toMatchObject([{ day: '2026-03-04' }])
})
