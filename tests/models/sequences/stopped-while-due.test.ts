import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

/** Tuesday, 9:00 in Paris, and an hour later. */
const NINE = new Date('2026-03-03T08:00:00Z')
const TEN = new Date('2026-03-03T09:00:00Z')

test('a contact suppressed by one enrollment gets no slot in another', async () => {
  const { db, userId } = outreach
  await addSmtp(db, userId, NOW)
  await saveContactSettings(db, userId, { maxContinuousNotOpens: 1 })
  const list = await outreach.makeList()
  const [person] = await outreach.makeMembers(list.id, 1)
  for (const sendHour of [9, 10]) {
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id, { sendHour, reactionWindowHours: 1 })
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    await activateSequence(db, userId, id, NOW, secrets)
  }
  await recordResult(db, await startDue(db, NINE), ACCEPTED, NINE)
  expect(await startDue(db, TEN)).toEqual([])
  const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.contactId, person!))
  expect(rows.map(({ endReason }) => endReason)).toEqual(['not_open_limit', 'not_open_limit'])
  expect(rows.map(({ nextActionAt }) => nextActionAt)).toEqual([null, null])
  expect((await db.select().from(emailSends)).map(({ state }) => state)).toEqual(['sent'])
})
