import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts, emailSends, steps } from '#drizzle/schema'
import { type Db, retryConflicts } from '~/db.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact, updateContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { startSends } from '~/models/outbox/start.server'
import { addToPersona, moveBetweenLists } from '~/models/personas/contacts.server'
import { cloneSequence } from '~/models/sequences/clone.server'
import {
  activateSequence,
  enrollByIds,
  launchSequence,
  linkPersona,
  pauseSequence,
} from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep, deleteStep, listSteps } from '~/models/sequences/step.server'
import { runSeed, seeded, sized } from '../load/random'
import { ACCEPTED, recordResult } from '../support/mailing'
import { NOW, type Outreach, refused, secrets, UNKNOWN_ID } from '../support/outreach'
import { scanDue } from '../support/sending'
import { type Enrolling, openEnrolling } from './support/enrolling'
import { claimReady, lockAwaited, WORKER } from './support/race'

/** Quality goals, R9: a contact is in a sequence once, on any path, and is never stranded. */

let bench: Enrolling
let outreach: Outreach
let db: Db
let userId: string
beforeAll(async () => {
  bench = await openEnrolling()
  ;({ outreach, db, userId } = bench)
})
afterAll(() => outreach?.drop())

const PEOPLE = sized(20, 200)
const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000)
const openSequence = (fields?: Record<string, unknown>) => bench.openSequence(fields)
const enrolled = (sequenceId: string) => bench.enrolled(sequenceId)
const check = () => bench.check()

/** Again, as the queue and the user would, where PostgreSQL ended one of two. */
const again = <T>(work: () => Promise<T>) => retryConflicts(work)

/** Plans again as the job does, then sends what is due. @returns the number of emails sent */
async function run(at: Date, ...sequenceIds: string[]): Promise<number> {
  for (const id of sequenceIds) {
    const version = await getPlanVersion(db, id)
    while (version !== null && (await replanSequence(db, id, version, at)) > 0);
  }
  await scanDue(db, at, new Date(at.getTime() + 60_000), secrets)
  const ready = await claimReady(db, at)
  const started = await startSends(db, ready, WORKER, at)
  await recordResult(db, [...started], ACCEPTED, at)
  return started.size
}

test('enrolls a contact once when five paths race', async () => {
  for (let round = 0; round < sized(2, 20); round++) {
    const sequenceId = await openSequence()
    const [one, other] = [await outreach.makeList('One'), await outreach.makeList('Other')]
    const people = await outreach.makeMembers(one.id, PEOPLE)
    await addToPersona(db, userId, { personaId: other.id, contactIds: people.slice(5) }, NOW, secrets)
    await linkPersona(db, userId, sequenceId, one.id, NOW, secrets)
    const reversed = [...people].reverse()
    await Promise.all([
      again(() => enrollByIds(db, userId, sequenceId, people, NOW, secrets)),
      again(() => enrollByIds(db, userId, sequenceId, reversed, NOW, secrets)),
      again(() => linkPersona(db, userId, sequenceId, other.id, NOW, secrets)),
      again(() => launchSequence(db, userId, sequenceId, NOW, secrets)),
      again(() => activateSequence(db, userId, sequenceId, NOW, secrets)),
    ])
    expect(await enrolled(sequenceId)).toHaveLength(PEOPLE)
    await check()
  }
})

test('holds the contact limit against concurrent enrollments', async () => {
  const limit = PEOPLE - 7
  const sequenceId = await openSequence({ contactLimit: limit })
  const list = await outreach.makeList()
  const people = await outreach.makeMembers(list.id, PEOPLE)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  const chunks = [0, 1, 2, 3].map((i) => people.filter((_, n) => n % 4 === i))
  await Promise.all(
    chunks.map((chunk) => again(() => enrollByIds(db, userId, sequenceId, chunk, NOW, secrets))),
  )
  const rows = await enrolled(sequenceId)
  expect(rows.filter((row) => row.holdReason !== 'sequence_full')).toHaveLength(limit)
  await check()
  await updateSequence(db, userId, sequenceId, { contactLimit: null }, NOW)
  expect((await enrolled(sequenceId)).filter((row) => row.holdReason === 'sequence_full')).toEqual([])
  await check()
})

test('enrolls a contact once, also after a move, deletion and return', async () => {
  const sequenceId = await openSequence()
  const [one, other] = [await outreach.makeList('One'), await outreach.makeList('Other')]
  const [person] = await outreach.makeMembers(one.id, 1)
  for (const list of [one, other]) await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  const move = { sourcePersonaId: one.id, destinationPersonaId: other.id, contactIds: [person!] }
  await moveBetweenLists(db, userId, move, NOW, secrets)
  expect(await enrolled(sequenceId)).toHaveLength(1)
  const [contact] = await db.select().from(contacts).where(eq(contacts.id, person!))
  await deleteContact(db, userId, person!, NOW, secrets)
  await check()
  const input = NewContact.parse({ email: contact!.email.toUpperCase(), personaId: other.id })
  const back = await createContact(db, userId, input, NOW, secrets)
  await enrollByIds(db, userId, sequenceId, [back.id], NOW, secrets)
  const rows = await enrolled(sequenceId)
  expect(rows).toMatchObject([{ contactId: null, endReason: 'contact_deleted' }])
  await check()
})

test('does not enroll a contact whose address was enrolled before', async () => {
  const sequenceId = await openSequence()
  const list = await outreach.makeList()
  const [first] = await outreach.makeMembers(list.id, 1)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  const [contact] = await db.select().from(contacts).where(eq(contacts.id, first!))
  await deleteContact(db, userId, first!, NOW, secrets)
  const other = await createContact(
    db,
    userId,
    NewContact.parse({ email: 'someone@else.example' }),
    NOW,
    secrets,
  )
  await updateContact(db, userId, other.id, { email: contact!.email }, NOW, secrets)
  await enrollByIds(db, userId, sequenceId, [other.id], NOW, secrets)
  expect(await enrolled(sequenceId)).toHaveLength(1)
  await check()
})

test('cloning a running sequence copies its steps and no contacts', async () => {
  const sequenceId = await openSequence()
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, PEOPLE)
  const [, copy] = await Promise.all([
    again(async () => {
      await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
      await activateSequence(db, userId, sequenceId, NOW, secrets)
    }),
    again(() => cloneSequence(db, userId, sequenceId)),
  ])
  expect(copy.status).toBe('draft')
  expect(await enrolled(copy.id)).toEqual([])
  const [own, copied] = [await listSteps(db, userId, sequenceId), await listSteps(db, userId, copy.id)]
  expect(copied.map(({ sendHour }) => sendHour)).toEqual(own.map(({ sendHour }) => sendHour))
  expect(new Set([...own, ...copied].map(({ id }) => id)).size).toBe(4)
  expect(await enrolled(sequenceId)).toHaveLength(PEOPLE)
  await check()
})

test('deleting a step strands no enrollment', async () => {
  const sequenceId = await openSequence()
  const list = await outreach.makeList()
  const people = await outreach.makeMembers(list.id, 3)
  await linkPersona(db, userId, sequenceId, list.id, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  const own = () => listSteps(db, userId, sequenceId)
  const [first, second] = await own()
  await deleteStep(db, userId, first!.id)
  await check()
  await run(hours(1), sequenceId)
  const waiting = await enrolled(sequenceId)
  expect(new Set(waiting.map((row) => row.currentStepId))).toEqual(new Set([second!.id]))
  await deleteStep(db, userId, second!.id)
  await run(hours(2), sequenceId)
  await check()
  await createStep(
    db,
    userId,
    sequenceId,
    NewStep.parse({ templateId: outreach.templateId, delayDays: 1 }),
    hours(2),
  )
  await run(hours(3), sequenceId)
  await check()
  for (let hour = 4; hour < 24 * 6; hour += 6) await run(hours(hour), sequenceId)
  await check()
  const mails = await db
    .select()
    .from(emailSends)
    .where(and(eq(emailSends.sequenceId, sequenceId), eq(emailSends.state, 'sent')))
  expect(mails.length).toBeLessThanOrEqual(people.length)
})

test('a contact deleted during enrollment is in no sequence', async () => {
  const sequenceId = await openSequence()
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  const [person] = await outreach.makeMembers((await outreach.makeList()).id, 1)
  let deletion = Promise.resolve()
  await db.transaction(async (tx) => {
    await enrollContacts(tx, userId, sequenceId, [person!], NOW, secrets)
    deletion = deleteContact(db, userId, person!, NOW, secrets)
    await lockAwaited(db, deletion)
  })
  await deletion
  expect((await enrolled(sequenceId)).map(({ status }) => status)).toEqual(['stopped'])
  await check()
})

test('deleting a contact that joins a list causes no error', async () => {
  const [one, other] = [await outreach.makeList('One'), await outreach.makeList('Other')]
  const [person] = await outreach.makeMembers(one.id, 1)
  let joining = Promise.resolve('')
  await db.transaction(async (tx) => {
    await tx.delete(contacts).where(eq(contacts.id, person!))
    const input = { personaId: other.id, contactIds: [person!] }
    joining = refused(addToPersona(db, userId, input, NOW, secrets))
    await lockAwaited(db, joining)
  })
  expect(await joining).toBe('NOT_FOUND: Contact not found')
})

test('random concurrent changes enroll each contact once and strand none', async () => {
  const random = seeded(runSeed('enrol'))
  const below = (n: number) => Math.floor(random() * n)
  const of = <T>(list: T[]): T => list[below(list.length)]!
  const sequenceIds = [await openSequence(), await openSequence({ contactLimit: 5 })]
  const lists = [await outreach.makeList('A'), await outreach.makeList('B')]
  await outreach.makeMembers(lists[0]!.id, 4)
  /** If all were deleted, a new contact. */
  const somebody = async () => {
    const all = await db.select({ id: contacts.id }).from(contacts).where(eq(contacts.userId, userId))
    return of([...all, ...(all.length === 0 ? [{ id: UNKNOWN_ID }] : [])]).id
  }
  let now = NOW
  const acts: (() => Promise<unknown>)[] = [
    async () => enrollByIds(db, userId, of(sequenceIds), [await somebody()], now, secrets),
    async () => linkPersona(db, userId, of(sequenceIds), of(lists).id, now, secrets),
    async () => activateSequence(db, userId, of(sequenceIds), now, secrets),
    async () => launchSequence(db, userId, of(sequenceIds), now, secrets),
    async () => pauseSequence(db, userId, of(sequenceIds)),
    async () =>
      addToPersona(db, userId, { personaId: of(lists).id, contactIds: [await somebody()] }, now, secrets),
    async () => outreach.makeMembers(of(lists).id, 1, now),
    async () => deleteContact(db, userId, await somebody(), now, secrets),
    async () => updateContact(db, userId, await somebody(), { suppressed: true }, now, secrets),
    async () => updateSequence(db, userId, sequenceIds[1]!, { contactLimit: of([3, 8, 20, null]) }, now),
    async () => {
      const all = await db.select({ id: steps.id }).from(steps).where(sql`archived_at is null`)
      if (all.length > 3) await deleteStep(db, userId, of(all).id)
    },
    async () => outreach.makeStep(of(sequenceIds), { sendHour: 9 + below(8), reactionWindowHours: 1 }),
    async () => run(now, ...sequenceIds),
  ]
  /** Refusals by rule are results; anything else is a defect. */
  const attempt = (act: () => Promise<unknown>) =>
    again(act).catch((error: { name?: string; code?: string }) => {
      if (error.name !== 'AppError') throw error
    })
  for (let i = 0; i < sized(60, 1_500); i++) {
    now = new Date(now.getTime() + below(6) * 3_600_000)
    await Promise.all(Array.from({ length: 1 + below(4) }, () => attempt(of(acts))))
    await run(now, ...sequenceIds)
    await check()
  }
  const twice = await db.execute(sql`
    select 1 from email_sends where state = 'sent' group by sequence_contact_id, step_id, visit having count(*) > 1`)
  expect([...twice]).toEqual([])
})
