import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onStop } from '~/engine/events'
import { runReleaseContacts } from '~/jobs/tasks/release-contacts.server'
import { runReleaseHeld } from '~/jobs/tasks/release-held.server'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { startSends } from '~/models/outbox/start.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { listMembers } from '~/models/sequences/members/members.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { deleteSequence } from '~/models/sequences/sequence.server'
import { interleave } from '../../support/interleave'
import { addSmtp, startDue } from '../../support/mailing'
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
const only = (oneSequencePerContact: boolean) =>
  saveContactSettings(db, userId, { oneSequencePerContact } as never)

/** A running sequence of one email to the contact, enrolled this many minutes after the others. @returns its id */
async function enroll(name: string, minutes: number, { running = true } = {}): Promise<string> {
  const { id } = await outreach.makeSequence({ name, mailboxIds: [box] })
  await outreach.makeStep(id)
  if (running) await activateSequence(db, userId, id, NOW, secrets)
  await enrollContacts(db, userId, id, [contactId], new Date(NOW.getTime() + minutes * 60_000), secrets)
  return id
}
const of = async (sequenceId: string) =>
  (await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId)))[0]!
const stop = (on: Db, sequenceId: string) =>
  applyToEnrollments(
    on,
    eq(sequenceContacts.sequenceId, sequenceId),
    (s) => onStop(s, 'stopped_by_user'),
    DUE,
  )
const sentBy = async () =>
  (await db.select().from(emailSends).orderBy(emailSends.id))
    .filter(({ state }) => state === 'sending')
    .map((send) => send.sequenceId)
/** Runs the pending jobs that release contacts. @returns how many there were */
async function release(): Promise<number> {
  const jobs = await queued(db, 'release-contacts')
  await db.execute(`delete from graphile_worker._private_jobs`)
  for (const job of jobs) await runReleaseContacts(job as never, contextOf(db))
  return jobs.length
}

test('sequences run at the same time unless the account says otherwise', async () => {
  await enroll('First', 0)
  await enroll('Second', 1)
  expect(await startDue(db, DUE)).toHaveLength(2)
})

test('the sequence that was entered first sends, and the next goes on when it has ended', async () => {
  await only(true)
  const second = await enroll('Second', 1)
  const first = await enroll('First', 0)
  const third = await enroll('Third', 2)
  await startDue(db, DUE)
  expect(await sentBy()).toEqual([first])
  const held = { status: 'active', holdReason: 'in_other_sequence', heldUntil: null, nextActionAt: null }
  expect(await of(second)).toMatchObject(held)
  expect(await of(third)).toMatchObject(held)
  // The first one has not ended.
  await release()
  expect((await of(second)).holdReason).toBe('in_other_sequence')
  const { rows } = await listMembers(db, userId, second, { filter: 'all', limit: 10 } as never, 'UTC')
  expect(rows[0]!.why).toBe('Waiting: the contact is still in another sequence (First).')

  await stop(db, first)
  expect(await release()).toBe(1)
  expect((await of(second)).holdReason).toBeNull()
  expect((await of(third)).holdReason).toBe('in_other_sequence')
  await startDue(db, new Date(DUE.getTime() + 60_000))
  expect(await sentBy()).toEqual([first, second])
})

test.each<[string, boolean, (first: string) => Promise<unknown>]>([
  ['the end of the enrollment', true, (id) => db.transaction((tx) => stop(tx, id))],
  ['the deletion of the sequence', true, (id) => deleteSequence(db, userId, id)],
  ['a pause of the sequence', false, (id) => pauseSequence(db, userId, id)],
])('%s frees the waiting enrollment: %s', async (_, freed, act) => {
  await only(true)
  const first = await enroll('First', 0)
  const second = await enroll('Second', 1)
  await startDue(db, DUE)
  await release()
  await act(first)
  expect(await release()).toBe(freed ? 1 : 0)
  expect((await of(second)).holdReason).toBe(freed ? null : 'in_other_sequence')
})

test('a draft does not block, a paused sequence does', async () => {
  await only(true)
  await enroll('Draft', 0, { running: false })
  const paused = await enroll('Paused', 1)
  await pauseSequence(db, userId, paused)
  const third = await enroll('Third', 2)
  await startDue(db, DUE)
  expect(await sentBy()).toEqual([])
  expect((await of(third)).holdReason).toBe('in_other_sequence')
  await deleteSequence(db, userId, paused)
  await release()
  await startDue(db, DUE)
  expect(await sentBy()).toEqual([third])
})

test('is checked again when an email starts', async () => {
  await enroll('First', 0)
  await enroll('Second', 1)
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  await only(true)
  const mail = { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }
  const prepared = (await claimAll(db, 'worker', DUE)).map(({ id }) => ({
    sendId: id,
    mail,
    messageId: `<${id}@x.example>`,
    threadId: null,
  }))
  expect((await startSends(db, prepared, 'worker', DUE)).size).toBe(1)
  expect(await sentBy()).toHaveLength(1)
})

test('turning it off releases those that wait', async () => {
  await only(true)
  await enroll('First', 0)
  const second = await enroll('Second', 1)
  await startDue(db, DUE)
  await db.execute(`delete from graphile_worker._private_jobs`)
  await only(true)
  expect(await queued(db, 'release-held')).toEqual([])
  await only(false)
  const [job] = await queued(db, 'release-held')
  expect(job).toMatchObject({ userId, reason: 'in_other_sequence' })
  await runReleaseHeld(job as never, contextOf(db))
  expect((await of(second)).holdReason).toBeNull()
  expect(await startDue(db, DUE)).toHaveLength(1)
})

test('an end that commits while the other one is being held does not lose the wake-up', async () => {
  await only(true)
  const first = await enroll('First', 0)
  const second = await enroll('Second', 1)
  await db.execute(
    `update sequence_contacts set next_action_at = null, hold_reason = 'paused_by_user' where sequence_id = '${first}'`,
  )
  await db.execute(`delete from graphile_worker._private_jobs`)
  // The scan reads the first one as active; before it commits, the first one ends without seeing the hold.
  await db.transaction(async (tx) => {
    await scanDue(tx, DUE, new Date(DUE.getTime() + 60_000), secrets)
    await db.transaction((other) => stop(other, first))
  })
  expect((await of(second)).holdReason).toBe('in_other_sequence')
  expect(await release()).toBe(1)
  expect((await of(second)).holdReason).toBeNull()
})

test('the job of a hold waits for an end that has not committed', async () => {
  await only(true)
  const first = await enroll('First', 0)
  const second = await enroll('Second', 1)
  await db.execute(`delete from graphile_worker._private_jobs`)
  await interleave(
    db,
    async (tx) => {
      // Ends the first one before the second is held, so that it does not see the hold.
      await stop(tx, first)
      await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
    },
    async () => {
      await release()
    },
  )
  const { status, holdReason } = await of(second)
  expect({ status, holdReason }).toEqual({ status: 'active', holdReason: null })
})

test('the forecast counts those who wait, also those who are not enrolled yet', async () => {
  await only(true)
  await enroll('First', 0)
  const second = await enroll('Second', 1)
  const forecast = () => forecastSequence(db, userId, second, new Date(NOW.getTime() + 3_600_000))
  expect(await forecast()).toMatchObject({ inOtherSequence: 1, companyReplied: 0, mails: 1 })
  await db.delete(sequenceContacts).where(eq(sequenceContacts.sequenceId, second))
  const list = await outreach.makeList()
  await db.execute(
    `insert into persona_contacts (persona_id, contact_id) values ('${list.id}', '${contactId}')`,
  )
  await db.execute(
    `insert into sequence_personas (sequence_id, persona_id) values ('${second}', '${list.id}')`,
  )
  expect(await forecast()).toMatchObject({ inOtherSequence: 1, mails: 1 })
  await only(false)
  expect(await forecast()).toMatchObject({ inOtherSequence: 0, mails: 1 })
})

test('contacts and sequences of another user do not count', async () => {
  await only(true)
  await enroll('First', 0)
  const second = await enroll('Second', 1)
  await db.execute(
    `update sequence_contacts set user_id = '${outreach.strangerId}' where sequence_id <> '${second}'`,
  )
  await startDue(db, DUE)
  expect((await of(second)).holdReason).toBeNull()
})
