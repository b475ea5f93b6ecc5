import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { addSmtp, change, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
beforeEach(async () => {
  outreach = await openOutreach()
})
afterEach(() => outreach?.drop())

/** Due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const after = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

/** Five contacts whose emails are due at the same time, and a mailbox that sends two a day. */
async function start() {
  const { db, userId } = outreach
  const box = await addSmtp(db, userId, NOW, { dailyLimit: 2 })
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, 5)
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id, { sendHour: 9, sendMinute: 0 })
  await updateSequence(db, userId, id, { mailboxIds: [box] }, NOW)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  return { box, id, db, userId }
}

const heldOf = async (id: string) =>
  (await outreach.db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))).filter(
    ({ holdReason }) => holdReason === 'quota',
  )

test('sends today what the old limit moved to tomorrow', async () => {
  const { box, id, db, userId } = await start()
  expect(await startDue(db, DUE)).toHaveLength(2)
  expect(await heldOf(id)).toHaveLength(3)
  await change(db, userId, box, { dailyLimit: 4 }, after(20))
  expect(await heldOf(id)).toHaveLength(0)
  expect(await startDue(db, after(20))).toHaveLength(2)
  expect(await heldOf(id)).toHaveLength(1)
})

test('applies on later days, too', async () => {
  const { box, id, db, userId } = await start()
  await startDue(db, DUE)
  const DAY = 24 * 60
  expect(await startDue(db, after(DAY))).toHaveLength(2)
  expect(await heldOf(id)).toHaveLength(1)
  await change(db, userId, box, { dailyLimit: 10 }, after(DAY + 59))
  expect(await startDue(db, after(DAY + 59))).toHaveLength(1)
})

test('keeps slots past by over an hour, and all slots when lowered', async () => {
  const { box, id, db, userId } = await start()
  await startDue(db, DUE)
  await change(db, userId, box, { dailyLimit: 1 }, after(20))
  expect(await heldOf(id)).toHaveLength(3)
  await change(db, userId, box, { dailyLimit: 10 }, after(61))
  expect(await startDue(db, after(61))).toHaveLength(0)
  expect(await heldOf(id)).toHaveLength(3)
  expect(await startDue(db, after(24 * 60))).toHaveLength(3)
})
