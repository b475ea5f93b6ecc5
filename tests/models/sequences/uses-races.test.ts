import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { runEnrollContacts } from '~/jobs/tasks/enroll-contacts.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { findEnrollmentJob, INLINE_LIMIT } from '~/models/enrollments/job.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { deletePersona } from '~/models/personas/persona.server'
import { readPersonaUses } from '~/models/personas/uses.server'
import { activateSequence, linkPersona, unlinkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { NewStep, StepChange } from '~/models/sequences/step'
import {
  countAwaiting,
  createStep,
  deleteStep,
  readStepUses,
  updateStep,
} from '~/models/sequences/step.server'
import { changeWithoutContacts } from '~/models/sequences/versions/staying.server'
import { interleave } from '../../support/interleave'
import { addSmtp, scan } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'
import { contextOf } from '../../support/removal'

/** Decision 91: what else happens while something in use is deleted. */

const DUE = new Date('2026-03-03T08:00:00Z')

let outreach: Outreach
let db: Db
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  mailboxId = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

async function makeRunning() {
  const { id } = await outreach.makeSequence()
  const { id: stepId } = await outreach.makeStep(id)
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
  await activateSequence(db, userId, id, NOW, secrets)
  return { id, stepId, listId: (await outreach.makeList()).id }
}

/** Puts more new contacts on a list than one batch of the job takes. */
const makeMany = (personaId: string) =>
  db.execute(sql`
    with added as (
      insert into contacts (user_id, email, name) select ${userId}, gen_random_uuid() || '@people.example', 'Big'
      from generate_series(1, ${INLINE_LIMIT + 5}) i returning id
    )
    insert into persona_contacts (persona_id, contact_id, added_at) select ${personaId}, id, ${NOW.toISOString()}::timestamptz from added`)

const activeIn = (sequenceId: string) =>
  db.$count(
    sequenceContacts,
    and(eq(sequenceContacts.sequenceId, sequenceId), eq(sequenceContacts.status, 'active')),
  )
const plannedIn = (sequenceId: string) =>
  db.$count(
    emailSends,
    and(eq(emailSends.sequenceId, sequenceId), inArray(emailSends.state, ['scheduled', 'claimed'])),
  )

const REMOVALS: [string, (tx: Db, sequenceId: string, listId: string) => Promise<unknown>][] = [
  ['unlinked', (tx, id, list) => unlinkPersona(tx, userId, id, list, { contacts: 'stop', now: DUE })],
  ['deleted', (tx, _, list) => deletePersona(tx, userId, list, { contacts: 'stop', now: DUE })],
]

test.each(REMOVALS)(
  'no member of a large list is enrolled after it was %s with contacts=stop, although its job runs',
  async (_, remove) => {
    const { id, listId } = await makeRunning()
    await makeMany(listId)
    await linkPersona(db, userId, id, listId, NOW, secrets)
    const job = await findEnrollmentJob(db, userId, id)
    const results = await interleave(
      db,
      (tx) => remove(tx, id, listId),
      (other) => runEnrollContacts({ jobId: job!.id }, contextOf(other)),
    )
    expect(results).toEqual(['accepted', 'accepted'])
    expect(await activeIn(id)).toBe(0)
  },
)

test('a contact that joins while its list is deleted with contacts=stop is not enrolled', async () => {
  const { id, listId } = await makeRunning()
  await linkPersona(db, userId, id, listId, NOW, secrets)
  const { id: elsewhere } = await outreach.makeList('Elsewhere')
  const [late] = (await outreach.makeMembers(elsewhere, 1)) as [string]
  const results = await interleave(
    db,
    (tx) => deletePersona(tx, userId, listId, { contacts: 'stop', now: DUE }),
    (other) => addToPersona(other, userId, { personaId: listId, contactIds: [late] }, NOW, secrets),
  )
  expect(results).toEqual(['accepted', 'NOT_FOUND: Email list not found'])
  expect(await activeIn(id)).toBe(0)
})

test('contacts that join while a list is about to be deleted are in the question', async () => {
  const { id, listId } = await makeRunning()
  await linkPersona(db, userId, id, listId, NOW, secrets)
  const { id: elsewhere } = await outreach.makeList('Elsewhere')
  const [late] = (await outreach.makeMembers(elsewhere, 1)) as [string]
  const results = await interleave(
    db,
    (tx) => addToPersona(tx, userId, { personaId: listId, contactIds: [late] }, NOW, secrets),
    (other) => deletePersona(other, userId, listId, { now: DUE }),
  )
  expect(results[1]).toBe(
    'IN_USE: This email list is in use: 1 contact in progress, 1 scheduled email, 1 sequence',
  )
})

// Contacts that stay on an earlier version still have the step: the deletion does not concern them (decision 78 and 91).
test('contacts that stay on an earlier version do not count for a step', async () => {
  const { id, stepId, listId } = await makeRunning()
  await linkPersona(db, userId, id, listId, NOW, secrets)
  await outreach.makeMembers(listId, 2)
  await changeWithoutContacts(db, userId, id, (tx) =>
    updateStep(tx, userId, stepId, StepChange.parse({ sendHour: 15 }), NOW),
  )
  expect(await readStepUses(db, userId, stepId)).toMatchObject({ contacts: 0, emails: 0, sequenceCount: 0 })
  expect(await refused(deleteStep(db, userId, stepId, {}))).toBe('accepted')
  expect(await activeIn(id)).toBe(2)
  await scan(db, DUE)
  expect(await plannedIn(id)).toBe(2)
  // Nor while their reactions are awaited.
  await db.update(sequenceContacts).set({ nextAction: 'decide' }).where(eq(sequenceContacts.sequenceId, id))
  expect(await countAwaiting(db, userId, stepId)).toBe(0)
  await db.update(sequenceContacts).set({ versionId: null }).where(eq(sequenceContacts.sequenceId, id))
  expect(await countAwaiting(db, userId, stepId)).toBe(2)
})

// The contacts of this sequence would be added to the list: its step lives on in their version.
test('a list that only an earlier version adds to is in use while contacts stay on it', async () => {
  const { id, listId } = await makeRunning()
  const { id: target } = await outreach.makeList('Target')
  const adding = NewStep.parse({ stepType: 'add_to_persona', personaId: target })
  const { id: addStep } = await createStep(db, userId, id, adding, NOW)
  const members = await outreach.makeMembers(listId, 2)
  await enrollContacts(db, userId, id, members, NOW, secrets)
  await changeWithoutContacts(db, userId, id, (tx) => deleteStep(tx, userId, addStep))
  expect(await readPersonaUses(db, userId, target)).toMatchObject({ sequenceCount: 1 })
})

// The triggers of decision 92 lock contacts; the cascade also clears sequences.persona_id. Joining a list locks sequences before contacts.
test('deleting the list that a sequence was made for and joining another one of its lists do not deadlock', async () => {
  const { listId } = await makeRunning()
  const { id } = await outreach.makeSequence({ personaId: listId })
  const { id: other } = await outreach.makeList('Other')
  await linkPersona(db, userId, id, other, NOW, secrets)
  const people = await outreach.makeMembers(listId, 3)
  const deadlocks = async () => {
    const [row] = await db.execute<{ n: number }>(
      sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
    )
    return row!.n
  }
  const before = await deadlocks()
  await interleave(
    db,
    // The locks that addToPersona takes first.
    (tx) => tx.execute(sql`select from sequences where id = ${id}::uuid for no key update`),
    (rival) => deletePersona(rival, userId, listId, { force: true, now: DUE }),
    (tx) => addToPersona(tx, userId, { personaId: other, contactIds: people }, NOW, secrets),
  )
  expect(await deadlocks()).toBe(before)
})

test('a choice that stops contacts does not stop what they do in other sequences', async () => {
  const one = await makeRunning()
  const two = await makeRunning()
  const [contactId] = (await outreach.makeMembers(one.listId, 1)) as [string]
  await linkPersona(db, userId, one.id, one.listId, NOW, secrets)
  await enrollContacts(db, userId, two.id, [contactId], NOW, secrets)
  await deletePersona(db, userId, one.listId, { contacts: 'stop', now: DUE })
  expect([await activeIn(one.id), await activeIn(two.id)]).toEqual([0, 1])
})
