import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#drizzle/schema'
import type { App } from '~/app'
import { type Clock, fixedClock } from '~/clock.server'
import type { Db } from '~/db.server'
import { runEnrollContacts } from '~/jobs/tasks/enroll-contacts.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact, updateContact } from '~/models/contacts/contact.server'
import { findEnrollmentJob, INLINE_LIMIT } from '~/models/enrollments/job.server'
import { getJob } from '~/models/jobs/job.server'
import { activateSequence, enrollByIds, linkPersona } from '~/models/sequences/run.server'
import { deleteSequence, updateSequence } from '~/models/sequences/sequence.server'
import { NOW, type Outreach, secrets } from '../support/outreach'
import { type Enrolling, openEnrolling } from './support/enrolling'

/** Quality goals, R9, for more contacts than one batch of the job. */

let bench: Enrolling
let outreach: Outreach
let db: Db
let userId: string
beforeAll(async () => {
  bench = await openEnrolling()
  ;({ outreach, db, userId } = bench)
})
afterAll(() => outreach?.drop())

const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000)

/** Puts more new contacts on a list than one batch takes. */
const makeMany = (personaId: string, name: string) =>
  db.execute(sql`
    with added as (
      insert into contacts (user_id, email, name) select ${userId}, ${name}::text || i || '@people.example', 'Big'
      from generate_series(1, ${INLINE_LIMIT + 5}) i returning id
    )
    insert into persona_contacts (persona_id, contact_id, added_at) select ${personaId}, id, ${NOW.toISOString()}::timestamptz from added`)

/** The members of a list, the longest on it first. */
async function membersOf(personaId: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(
    sql`select contact_id as id from persona_contacts where persona_id = ${personaId} order by added_at, contact_id`,
  )
  return rows.map((row) => row.id)
}

test('enrolls a large list to its end despite suppressed and deleted contacts', async () => {
  const sequenceId = await bench.openSequence()
  const list = await outreach.makeList()
  await makeMany(list.id, 'big')
  // Two contacts were enrolled, deleted and recreated: they are checked repeatedly.
  const members = await membersOf(list.id)
  await enrollByIds(db, userId, sequenceId, members.slice(0, 2), NOW, secrets)
  for (const id of members.slice(0, 2)) {
    const [contact] = await db.select().from(contacts).where(eq(contacts.id, id))
    await deleteContact(db, userId, id, NOW, secrets)
    await createContact(
      db,
      userId,
      NewContact.parse({ email: contact!.email, personaId: list.id }),
      NOW,
      secrets,
    )
  }
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  const named = (await enrollByIds(
    db,
    userId,
    await bench.openSequence(),
    await membersOf(list.id),
    NOW,
    secrets,
  )) as {
    jobId: string
  }
  await deleteContact(db, userId, members.at(-1)!, NOW, secrets)
  const linked = await findEnrollmentJob(db, userId, sequenceId)
  expect(linked?.progress).toMatchObject({ current: 0, total: INLINE_LIMIT + 5 })
  await runEnrollContacts({ jobId: linked!.id }, contextOf(fixedClock(NOW)))
  await runEnrollContacts({ jobId: named.jobId }, contextOf(fixedClock(NOW)))
  // All but the deleted one; the two recreated contacts are recognized by address.
  expect(await bench.enrolled(sequenceId)).toHaveLength(INLINE_LIMIT + 4)
  const jobs = await db.execute(
    sql`select status, progress from queue_jobs where id in (${linked!.id}, ${named.jobId})`,
  )
  for (const job of jobs) expect(job).toMatchObject({ status: 'completed', progress: { failed: 0 } })
  await bench.check()
})

const contextOf = (clock: Clock) => ({
  app: { db, secrets, clock } as unknown as App,
  worker: '',
  signal: new AbortController().signal,
})

test('treats changes during a bulk enrollment as in a small list', async () => {
  const sequenceId = await bench.openSequence()
  const list = await outreach.makeList()
  await makeMany(list.id, 'leaving')
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  const job = await findEnrollmentJob(db, userId, sequenceId)
  const [left, stopped, named] = (await membersOf(list.id)).slice(-3)
  let batches = 0
  /** Asked before each batch: before the second one all members have been read. */
  const clock: Clock = {
    now: async () => {
      batches++
      if (batches === 2) {
        await db.execute(sql`delete from persona_contacts where contact_id = ${left!}`)
        await updateContact(db, userId, stopped!, { suppressed: true }, NOW, secrets)
        await enrollByIds(db, userId, sequenceId, [named!], NOW, secrets)
      }
      return NOW
    },
  }
  await runEnrollContacts({ jobId: job!.id }, contextOf(clock))
  const rows = await bench.enrolled(sequenceId)
  expect(rows).toHaveLength(INLINE_LIMIT + 3)
  expect(rows.filter((row) => row.contactId === left || row.contactId === stopped)).toEqual([])
  expect(await findEnrollmentJob(db, userId, sequenceId)).toBeNull()
  expect(await getJob(db, userId, job!.id)).toMatchObject({
    status: 'completed',
    progress: { current: INLINE_LIMIT + 5, added: INLINE_LIMIT + 2, skipped: 3 },
  })
  await bench.check()
})

test('skips no contact when a suppressed one leaves the list meanwhile', async () => {
  const sequenceId = await bench.openSequence()
  const list = await outreach.makeList()
  await makeMany(list.id, 'known')
  const [gone] = await membersOf(list.id)
  // Enrolled once, deleted, and back under its address.
  await enrollByIds(db, userId, sequenceId, [gone!], NOW, secrets)
  const [{ email } = { email: '' }] = await db.select().from(contacts).where(eq(contacts.id, gone!))
  await deleteContact(db, userId, gone!, NOW, secrets)
  const back = await createContact(db, userId, NewContact.parse({ email }), NOW, secrets)
  await db.execute(sql`insert into persona_contacts (persona_id, contact_id, added_at)
    values (${list.id}, ${back.id}, ${hours(-1).toISOString()}::timestamptz)`)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  const job = await findEnrollmentJob(db, userId, sequenceId)
  let batches = 0
  const clock: Clock = {
    now: async () => {
      batches++
      // The current page is enrolled; the next one starts after contacts that cannot be enrolled.
      if (batches === 3) {
        await db.execute(sql`delete from persona_contacts where contact_id = ${back.id}`)
        await makeMany(list.id, 'late')
      }
      return NOW
    },
  }
  await runEnrollContacts({ jobId: job!.id }, contextOf(clock))
  const [{ n } = { n: -1 }] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from persona_contacts p where p.persona_id = ${list.id} and not exists (
      select 1 from sequence_contacts e where e.sequence_id = ${sequenceId} and e.contact_id = p.contact_id)`)
  expect(n).toBe(0)
  await bench.check()
})

test('a raised limit enrolls the waiting contacts, up to the limit', async () => {
  const sequenceId = await bench.openSequence({ contactLimit: 2 })
  const list = await outreach.makeList()
  await makeMany(list.id, 'waiting')
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  const work = async () => {
    const job = await findEnrollmentJob(db, userId, sequenceId)
    if (job) await runEnrollContacts({ jobId: job.id }, contextOf(fixedClock(NOW)))
    return job?.progress.total
  }
  const waiting = async () =>
    (await bench.enrolled(sequenceId)).filter((row) => row.holdReason === 'sequence_full').length
  expect(await work()).toBe(INLINE_LIMIT + 5)
  expect(await waiting()).toBe(INLINE_LIMIT + 3)
  await updateSequence(db, userId, sequenceId, { contactLimit: INLINE_LIMIT + 4 }, NOW)
  expect(await waiting()).toBe(3)
  expect(await work()).toBe(2)
  expect(await waiting()).toBe(1)
  await updateSequence(db, userId, sequenceId, { contactLimit: null }, NOW)
  expect(await work()).toBeUndefined()
  expect(await waiting()).toBe(0)
  const rows = await bench.enrolled(sequenceId)
  expect(rows.every((row) => row.mailboxId === bench.mailboxId && row.nextActionAt !== null)).toBe(true)
  await bench.check()
})

test('ends the job when the sequence is deleted during a bulk enrollment', async () => {
  const [linked, named, limited] = [
    await bench.openSequence(),
    await bench.openSequence(),
    await bench.openSequence({ contactLimit: 2 }),
  ]
  const list = await outreach.makeList()
  await makeMany(list.id, 'unwanted')
  for (const id of [linked, limited]) {
    await activateSequence(db, userId, id, NOW, secrets)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
  }
  await enrollByIds(db, userId, named, await membersOf(list.id), NOW, secrets)
  const open = async (id: string) => (await findEnrollmentJob(db, userId, id))!.id
  await runEnrollContacts({ jobId: await open(limited) }, contextOf(fixedClock(NOW)))
  await updateSequence(db, userId, limited, { contactLimit: null }, NOW)
  for (const id of [linked, named, limited]) {
    const jobId = await open(id)
    await deleteSequence(db, userId, id)
    await runEnrollContacts({ jobId }, contextOf(fixedClock(NOW)))
    expect(await getJob(db, userId, jobId)).toMatchObject({ status: 'completed', progress: { current: 0 } })
  }
  await bench.check()
})
