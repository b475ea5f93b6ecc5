import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import { scanDue } from '~/models/due-scan.server'
import { activateSequence, linkPersona } from '~/models/sequence-run.server'
import { finishSync, startSync } from '~/models/sync.server'
import { ACCEPTED, addSmtp, answer, startDue } from '../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

/** Due on Tuesday at 9:00 in Paris; its window ends an hour later. */
const DUE = new Date('2026-03-03T08:00:00Z')
const after = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

test('who waits for an unread inbox is looked at ever less often, and goes on as soon as it was read', async () => {
  const { db, userId } = outreach
  const box = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example' })
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, 1)
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id, { sendHour: 9, sendMinute: 0, reactionWindowHours: 1 })
  await outreach.makeStep(id, { sendHour: 9, sendMinute: 0 })
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  await answer(db, await startDue(db, DUE), ACCEPTED, DUE)
  const row = async () => (await db.select().from(sequenceContacts))[0]!
  const looks: Date[] = [after(60)]
  while (looks.at(-1)! < after(48 * 60)) {
    const now = looks.at(-1)!
    await scanDue(db, now, new Date(now.getTime() + 60_000), secrets)
    const held = await row()
    expect(held.holdReason).toBe('inbox_not_fresh')
    looks.push(held.nextActionAt!)
  }
  // Two days: one a minute were 2,820.
  expect(looks.length).toBeLessThan(60)
  const now = new Date(looks.at(-1)!.getTime() - 30 * 60_000)
  await startSync(db, box)
  await finishSync(db, box, now)
  await scanDue(db, now, new Date(now.getTime() + 60_000), secrets)
  expect(await row()).toMatchObject({ holdReason: null, nextAction: 'send' })
})
