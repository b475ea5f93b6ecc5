import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import { readTimeline } from '~/models/contacts/timeline/timeline.server'
import { finishSync, startSync } from '~/models/inbound/sync.server'
import { loadPath } from '~/models/sequences/members/members.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { scanDue } from '../../support/sending'

let outreach: Outreach
beforeEach(async () => {
  outreach = await openOutreach()
})
afterEach(() => outreach?.drop())

/** Due on Tuesday at 9:00 in Paris; its window ends an hour later. */
const DUE = new Date('2026-03-03T08:00:00Z')
const after = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

/** A sequence of two emails with one contact, who got the first. */
async function startPerson() {
  const { db, userId } = outreach
  const box = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example' })
  const list = await outreach.makeList()
  const [contactId] = await outreach.makeMembers(list.id, 1)
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id, { sendHour: 9, sendMinute: 0, reactionWindowHours: 1 })
  await outreach.makeStep(id, { sendHour: 9, sendMinute: 0 })
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  const row = async () =>
    (await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id)))[0]!
  const look = async (now: Date) => {
    await scanDue(db, now, new Date(now.getTime() + 60_000), secrets)
    return row()
  }
  const read = async (now: Date) => {
    await startSync(db, box)
    await finishSync(db, box, now)
  }
  /** The history lines about a stale inbox on the pages of the enrollment and the contact. */
  const waits = async () => {
    const { entries } = await loadPath(db, id, (await row()).id, 'UTC')
    const timeline = await readTimeline(db, userId, contactId!, { limit: 200 }, 'UTC')
    return [entries, timeline.rows].map((shown) => shown.filter(({ text }) => /inbox/.test(text)).length)
  }
  return { row, look, read, waits }
}

test('rechecks a stale inbox less often and continues after a sync', async () => {
  const { look, read, waits } = await startPerson()
  const looks: Date[] = [after(60)]
  while (looks.at(-1)! < after(48 * 60)) {
    const held = await look(looks.at(-1)!)
    expect(held.holdReason).toBe('inbox_not_fresh')
    looks.push(held.nextActionAt!)
  }
  // Two days: one a minute were 2,820.
  expect(looks.length).toBeLessThan(60)
  const now = new Date(looks.at(-1)!.getTime() - 30 * 60_000)
  await read(now)
  expect(await look(now)).toMatchObject({ holdReason: null, nextAction: 'send' })
  expect(await waits()).toEqual([looks.length - 1, looks.length - 1])
})

test('decides a window after a later sync, without short holds in the history', async () => {
  const { look, read, waits } = await startPerson()
  const ends = after(60)
  expect(await look(ends)).toMatchObject({ holdReason: 'inbox_not_fresh', nextActionAt: after(61) })
  await read(ends)
  expect((await look(ends)).holdReason).toBe('inbox_not_fresh')
  expect(await waits()).toEqual([1, 1])
  await read(after(61))
  const planned = await look(after(61))
  expect(planned).toMatchObject({ holdReason: null, nextAction: 'send' })
  const due = planned.nextActionAt!
  expect((await look(due)).holdReason).toBe('inbox_not_fresh')
  const minuteLater = new Date(due.getTime() + 60_000)
  await read(minuteLater)
  expect(await look(minuteLater)).toMatchObject({ holdReason: null, nextAction: 'send' })
  expect(await waits()).toEqual([0, 0])
})
