import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { deleteContact, updateContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { deletePersona } from '~/models/personas/persona.server'
import { activateSequence, linkPersona, pauseSequence } from '~/models/sequences/run.server'
import { deleteSequence, enqueueReplan, updateSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep, deleteStep, reorderSteps, updateStep } from '~/models/sequences/step.server'
import { lockSequences } from '~/models/shared/locks.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { interleave } from '../../support/interleave'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { scanDue } from '../../support/sending'

/**
 * Planning locks enrollments and then refers to their sequence and steps. A concurrent call on the sequence waits or
 * proceeds, without a deadlock.
 */

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

/** The first emails are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const HORIZON = new Date(DUE.getTime() + 3_600_000)

interface Place {
  id: string
  steps: string[]
  listId: string
  templateId: string
  contactId: string
  mailboxId: string
}
type Call = (db: Db, userId: string, place: Place) => Promise<unknown>

const CALLS: Record<string, Call> = {
  'another mailbox': (db, userId, { id }) => updateSequence(db, userId, id, { mailboxIds: [] }, NOW),
  'other days': (db, userId, { id }) => updateSequence(db, userId, id, { skipWeekends: true }, NOW),
  'a pause': (db, userId, { id }) => pauseSequence(db, userId, id),
  'a start': (db, userId, { id }) => activateSequence(db, userId, id, NOW, secrets),
  'its deletion': (db, userId, { id }) => deleteSequence(db, userId, id),
  'one more person': async (db, userId, { id }) => {
    const list = await outreach.makeList()
    await enrollContacts(db, userId, id, await outreach.makeMembers(list.id, 1), NOW, secrets)
  },
  'a new step': (db, userId, { id }) =>
    createStep(db, userId, id, NewStep.parse({ templateId: outreach.templateId, delayDays: 2 }), NOW),
  'a renamed step': (db, userId, { steps }) => updateStep(db, userId, steps[0]!, { name: 'First' }, NOW),
  'a moved step': (db, userId, { steps }) => updateStep(db, userId, steps[0]!, { delayDays: 3 }, NOW),
  'a deleted step': (db, userId, { steps }) => deleteStep(db, userId, steps[0]!),
  'another order': (db, userId, { id, steps }) => reorderSteps(db, userId, id, [...steps].reverse()),
  'a deleted list': (db, userId, { listId }) => deletePersona(db, userId, listId),
  'a deleted template': (db, userId, { templateId }) => deleteTemplate(db, userId, templateId),
  'a deleted person': (db, userId, { contactId }) => deleteContact(db, userId, contactId, NOW, secrets),
  'a suppressed person': (db, userId, { contactId }) =>
    updateContact(db, userId, contactId, { suppressed: true }, NOW, secrets),
  'a mailbox that goes': (db, userId, { mailboxId }) =>
    disconnectMailbox(db, userId, mailboxId, NOW, secrets),
}

/** A running sequence of two emails, with contacts whose first one is due or planned. */
async function start(planned: boolean): Promise<Place> {
  const { db, userId } = outreach
  const mailboxId = await addSmtp(db, userId, NOW)
  const { id: templateId } = await createTemplate(db, userId, {
    ...{ name: 'Hello', subject: 'Hi', templateType: 'html', htmlBody: '<p>Hi</p>' },
  })
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { templateId })
  const second = await outreach.makeStep(id, { templateId })
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
  const list = await outreach.makeList()
  const [contactId] = await outreach.makeMembers(list.id, 3)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  if (planned) await scanDue(db, DUE, HORIZON, secrets)
  return { id, steps: [first.id, second.id], listId: list.id, templateId, contactId: contactId!, mailboxId }
}

const lockPeople = (tx: Db, { id }: Place) =>
  tx.execute(sql`select 1 from sequence_contacts where sequence_id = ${id} order by id for update`)

/** Planners, each run up to its first locks and then to its end. */
const PLANNERS: Record<string, { begin: (tx: Db, place: Place) => Promise<unknown>; rest: Call }> = {
  'the scan': {
    begin: lockPeople,
    rest: (tx) => scanDue(tx, DUE, HORIZON, secrets),
  },
  'the job of an edit': {
    begin: async (tx, place) => {
      await lockSequences(tx, [place.id])
      await lockPeople(tx, place)
    },
    rest: async (tx, _userId, { id }) => replanSequence(tx, id, (await getPlanVersion(tx, id))!, DUE),
  },
}

const CASES = Object.keys(PLANNERS).flatMap((planner) =>
  ['due', 'planned'].flatMap((state) => Object.keys(CALLS).map((call) => [planner, state, call] as const)),
)

test.each(CASES)('%s, emails %s, and %s concurrently', async (planner, state, call) => {
  const { db, userId } = outreach
  const place = await start(state === 'planned')
  await enqueueReplan(db, place.id, 'all')
  const { begin, rest } = PLANNERS[planner]!
  const both = await interleave(
    db,
    (tx) => begin(tx, place),
    (tx) => CALLS[call]!(tx, userId, place),
    (tx) => rest(tx, userId, place),
  )
  expect(both).toEqual(['accepted', 'accepted'])
  const [waiting] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from email_sends where sequence_contact_id is null and state in ('scheduled', 'claimed')`,
  )
  expect(waiting!.n).toBe(0)
})
