import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decisions, sequenceContacts } from '#drizzle/schema'
import { finishSync, startSync } from '~/models/inbound/sync.server'
import { loadPath } from '~/models/sequences/members/members.server'
import { ACCEPTED, addSmtp, recordResult, runSequence, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db } = outreach)
})
afterEach(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const later = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

test('a follow-up that awaits syncs has one history line', async () => {
  const mailbox = await addSmtp(db, outreach.userId, NOW, {
    imapHost: 'imap.sender.example',
    sendIntervalSeconds: 600,
  })
  const sequenceId = await runSequence(outreach, mailbox, 6)
  await outreach.makeStep(sequenceId, { name: 'Second', delayDays: 1 })
  const play = async (from: number, to: number, step: number) => {
    for (let minute = from; minute <= to; minute += step) {
      // Between two readings the inbox is not fresh enough for a follow-up.
      if (step > 1 || minute % 3 === 0) {
        await startSync(db, mailbox)
        await finishSync(db, mailbox, later(minute))
      }
      await recordResult(db, await startDue(db, later(minute)), ACCEPTED, later(minute))
    }
  }
  const day = 24 * 60
  await play(0, 120, 1)
  await play(180, 3 * day - 60, 60)
  await play(3 * day - 5, 3 * day + 150, 1)
  const people = await db
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.sequenceId, sequenceId))
  for (const { id } of people) {
    const { steps, entries } = await loadPath(db, sequenceId, id, 'UTC')
    expect(steps).toHaveLength(2)
    expect(entries.filter(({ text }) => text.startsWith('Scheduled for ')).length).toBeLessThanOrEqual(2)
  }
})

test('an email that waits for its slot has one history line', async () => {
  const mailbox = await addSmtp(db, outreach.userId, NOW, { sendIntervalSeconds: 600 })
  const sequenceId = await runSequence(outreach, mailbox, 4)
  let sent = 0
  for (let minute = 0; minute <= 60; minute++) {
    const started = await startDue(db, later(minute))
    sent += started.length
    await recordResult(db, started, ACCEPTED, later(minute))
  }
  expect(sent).toBe(4)
  const people = await db
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.sequenceId, sequenceId))
  const moves = await Promise.all(
    people.map(async ({ id }) => {
      const rows = await db
        .select({ rule: decisions.rule, type: decisions.type, inputs: decisions.inputs })
        .from(decisions)
        .where(eq(decisions.sequenceContactId, id))
        .orderBy(asc(decisions.id))
      const { entries } = await loadPath(db, sequenceId, id, 'UTC')
      const lines = entries.filter(({ text }) => text.startsWith('Scheduled for '))
      expect(lines).toHaveLength(rows.filter(({ rule }) => rule === 'moved_slot').length)
      return lines.map(({ text }) => text)
    }),
  )
  expect(moves.map((lines) => lines.length).sort()).toEqual([0, 1, 1, 1])
  for (const [line] of moves.filter((lines) => lines.length > 0))
    expect(line).toMatch(/^Scheduled for Mar 3, 2026.*: its mailbox spaces out its emails\.$/)
})
