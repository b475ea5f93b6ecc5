import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequenceContacts, sequences } from '#drizzle/schema'
import { startSends } from '~/models/outbox/start.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { StepChange } from '~/models/sequences/step'
import { updateStep } from '~/models/sequences/step.server'
import { addSmtp, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { claimAll, scanDue } from '../../support/sending'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
  await addSmtp(outreach.db, outreach.userId, NOW)
})
afterAll(() => outreach?.drop())

/** Due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
/** The due time after the edit. */
const MOVED = new Date('2026-03-03T14:00:00Z')

async function start() {
  const { db, userId } = outreach
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, 1)
  const { id } = await outreach.makeSequence()
  const step = await outreach.makeStep(id, { sendHour: 9, sendMinute: 0 })
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  return {
    ...{ db, id, list },
    /** An edit whose job does not run. */
    edit: () => updateStep(db, userId, step.id, StepChange.parse({ sendHour: 15 }), NOW),
    /** An edit without effect on due times, whose job does not run. */
    touch: () => updateSequence(db, userId, id, { startDate: NOW }, NOW),
    row: async () =>
      (await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id)))[0]!,
    version: async () => (await db.select().from(sequences).where(eq(sequences.id, id)))[0]!.planVersion,
  }
}

/** Claims everything and starts what may start. */
async function startClaimed() {
  const { db } = outreach
  const prepared = (await claimAll(db, 'a worker', DUE)).map(({ id }) => ({
    sendId: id,
    mail: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
    messageId: `<${id}@sender.example>`,
    threadId: null,
  }))
  const started = [...(await startSends(db, prepared, 'a worker', DUE))]
  return started
}

test('a due email waits for the replanning after an edit', async () => {
  const { db, edit, row, version } = await start()
  await edit()
  expect(await startDue(db, DUE)).toEqual([])
  expect(await row()).toMatchObject({ nextActionAt: MOVED, planVersion: await version() })
  expect(await startDue(db, MOVED)).toHaveLength(1)
})

test('an edit without effect does not delay a due email', async () => {
  const { db, touch } = await start()
  await touch()
  expect(await startDue(db, DUE)).toHaveLength(1)
})

test('a planned send does not start on its old date after an edit', async () => {
  const { db, edit, row } = await start()
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  await edit()
  expect(await startClaimed()).toEqual([])
  expect((await row()).nextActionAt).toEqual(MOVED)
})

test('plans new enrollments by the current sequence', async () => {
  const { db, id, list, edit, version } = await start()
  await edit()
  const [newcomer] = await outreach.makeMembers(list.id, 1)
  const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
  expect(await version()).toBeGreaterThan(0)
  expect(rows.find(({ contactId }) => contactId === newcomer)?.planVersion).toBe(await version())
})
