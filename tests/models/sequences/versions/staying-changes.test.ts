import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sequenceContacts, sequences, sequenceVersions, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { getPlanVersion } from '~/models/enrollments/events.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import { startSends } from '~/models/outbox/start.server'
import { activateSequence } from '~/models/sequences/run.server'
import { deleteSequence } from '~/models/sequences/sequence.server'
import { deleteStep } from '~/models/sequences/step.server'
import { parseDraft } from '~/models/sequences/step-form'
import { saveStepForm } from '~/models/sequences/step-graph.server'
import { readContent } from '~/models/sequences/versions/content.server'
import { listVersions, versionOf } from '~/models/sequences/versions/list.server'
import { getVersion } from '~/models/sequences/versions/restore.server'
import { reviewChange, reviewMove, saveReviewed } from '~/models/sequences/versions/review.server'
import { changeWithoutContacts, moveToVersion } from '~/models/sequences/versions/staying.server'
import { claimDue, scan, startRendered } from '../../../support/mailing'
import { NOW, openOutreach, refused, secrets } from '../../../support/outreach'
import {
  change,
  closeStage,
  context,
  DUE,
  db,
  links,
  makeTemplate,
  openStage,
  outreach,
  start,
  subjects,
  userId,
} from '../../../support/staying'

beforeEach(openStage)
afterEach(closeStage)

describe('a version', () => {
  test('is not deleted while contacts stay on it, and goes with its sequence and its account', async () => {
    const { id, a, rows, stay } = await start()
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    await db.insert(sequenceVersions).values(
      Array.from({ length: 210 }, (_, n) => ({
        ...{ sequenceId: id, number: n + 3, userId, content: {} },
        createdAt: NOW,
      })),
    )
    await change(db, a, { sendHour: 16 })
    const numbers = async () =>
      (await db.select().from(sequenceVersions).where(eq(sequenceVersions.sequenceId, id)))
        .map(({ number }) => number)
        .sort((x, y) => x - y)
    expect((await numbers()).slice(0, 2)).toEqual([1, 14])
    await db.update(sequenceContacts).set({ versionId: null }).where(eq(sequenceContacts.sequenceId, id))
    await change(db, a, { sendHour: 17 })
    expect((await numbers())[0]).toBe(15)
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    await deleteSequence(db, userId, id)
    expect([(await numbers()).length, (await rows()).length]).toEqual([0, 0])

    const other = await openOutreach()
    const { id: sequenceId } = await other.makeSequence()
    const step = await other.makeStep(sequenceId)
    const people = await other.makeMembers((await other.makeList()).id, 2)
    await activateSequence(other.db, other.userId, sequenceId, NOW, secrets)
    await enrollContacts(other.db, other.userId, sequenceId, people, NOW, secrets)
    await changeWithoutContacts(other.db, other.userId, sequenceId, (tx) =>
      deleteStep(tx, other.userId, step.id),
    )
    await other.db.delete(users).where(eq(users.id, other.userId))
    expect(await other.db.$count(sequenceVersions)).toBe(0)
    await other.drop()
  })

  test('has the branches that an insertion leads to the new step', async () => {
    const { id, a, b } = await start()
    await change(db, a, { notOpenedStepId: b })
    const draft = new URLSearchParams({
      ...{ stepType: 'wait', name: 'Between', waitValue: '1', waitUnit: 'days', after: a, on: 'notOpened' },
    })
    const form = parseDraft(draft.toString())
    await saveStepForm(db, userId, id, null, form, NOW)
    expect((await readContent(db, id)).steps[0]!.notOpenedStepId).not.toBe(b)
    const [newest] = (await listVersions(db, userId, id, { limit: 1 })).versions
    expect((await getVersion(db, userId, id, newest!.number)).content).toEqual(await readContent(db, id))
  })

  test('is there for a sequence that ran before versions were kept', async () => {
    const { id, a, rows, stay } = await start({ people: 1 })
    await db.delete(sequenceVersions).where(eq(sequenceVersions.sequenceId, id))
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    expect(await versionOf(db, userId, (await rows())[0]!.id)).toMatchObject({ number: 1, newest: 2 })
  })
})

describe('the change and the choice', () => {
  test('are one transaction', async () => {
    const { id, a, rows, stay } = await start()
    const late = stay((tx) => change(tx, a, { delayDays: 0, sendHour: 1 }))
    expect(await refused(late)).toMatch(/^INVALID/)
    const lost = db.transaction(async (tx) => {
      await changeWithoutContacts(tx, userId, id, (inner) => change(inner, a, { sendHour: 15 }))
      throw new Error('lost')
    })
    await expect(lost).rejects.toThrow('lost')
    expect((await rows()).map(({ versionId }) => versionId)).toEqual([null, null])
    expect((await listVersions(db, userId, id, { limit: 5 })).versions).toHaveLength(1)
    const { strangerId } = outreach
    const foreign = changeWithoutContacts(db, strangerId, id, async () => {})
    expect(await refused(foreign)).toBe('NOT_FOUND: Sequence not found')
    expect(await refused(moveToVersion(db, strangerId, id, { version: 1, confirmed: 0 }))).toMatch(
      /^NOT_FOUND/,
    )
  })

  test('do not stop an email that is about to be sent', async () => {
    const { a, sends, stay } = await start({ people: 1 })
    await scan(db, DUE)
    const claims = await claimDue(db, DUE)
    const contents = await prepareSends(db, claims, links)
    const other = await makeTemplate('Other')
    await stay((tx) => change(tx, a, { templateId: other, sendHour: 17 }))
    const prepared = contents.map((content) => content.prepared)
    expect((await startSends(db, prepared, 'a worker', DUE)).size).toBe(1)
    expect(subjects(await sends())).toEqual(['First sending'])
  })

  test('lead to one email of the kept version, whenever they happen while it is sent', async () => {
    for (let round = 0; round < 12; round++) {
      const { a, sends, stay } = await start({ people: 3 })
      const other = await makeTemplate('Other')
      await Promise.all([
        startRendered(db, links, DUE),
        new Promise((resolve) => setImmediate(resolve)).then(() =>
          stay((tx) => change(tx, a, { templateId: other, sendHour: 17 })),
        ),
      ])
      await startRendered(db, links, DUE)
      expect(subjects(await sends())).toEqual(Array(3).fill('First sending'))
    }
  })
})

describe('a review', () => {
  test('offers to let contacts stay, and counts those who do already apart', async () => {
    const { id, a, rows, enroll } = await start()
    const edit = (hour: number) => (tx: Db) => change(tx, a, { sendHour: hour })
    const first = await reviewChange(db, userId, id, edit(15), context)
    expect(first).toMatchObject({
      staying: '2 in progress stay on version 1; new contacts get version 2.',
      stays: false,
    })
    const { planVersion } = first!
    const confirmed = { ...context, confirmed: planVersion, stay: true }
    expect(await saveReviewed(db, userId, id, edit(15), confirmed)).toMatchObject({ saved: { sendHour: 15 } })
    expect((await rows()).every(({ versionId }) => versionId !== null)).toBe(true)
    // A change could affect no contact.
    expect(await reviewChange(db, userId, id, edit(16), context)).toBeNull()
    await enroll()
    const second = await reviewChange(db, userId, id, edit(16), { ...confirmed, confirmed: 0 })
    expect(second).toMatchObject({
      staying: '1 in progress stays on version 2; new contacts get version 3.',
      ...{ stays: true, isOutdated: true },
    })
    expect(second!.effect[0]).toBe('1 contact in progress')
    expect(second!.effect.at(-1)).toBe('2 contacts stay on an earlier version, as before.')
  })

  test('of a move says what the current version means, and the move does it', async () => {
    const { id, a, rows, stay, replan } = await start()
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    const review = await reviewMove(db, userId, id, 1, context)
    expect(review).toMatchObject({
      differences: [{ part: 'Step 1: A', changes: ['sent at 15:00 instead of 09:00'] }],
      effect: [
        '2 contacts in progress',
        '0 are past this step, 2 are still to come to it.',
        '2 next emails move: the earliest from Mar 3, 2026 08:00 to Mar 3, 2026 14:00.',
      ],
    })
    await change(db, a, { delayDays: 2 })
    const move = (confirmed?: number) => moveToVersion(db, userId, id, { version: 1, confirmed })
    expect(await move(review!.planVersion)).toBeNull()
    expect(await move()).toBeNull()
    expect((await rows()).every(({ versionId }) => versionId !== null)).toBe(true)
    expect(await move((await getPlanVersion(db, id))!)).toBe(2)
    await replan()
    const moved = { versionId: null, nextActionAt: new Date('2026-03-04T14:00:00Z') }
    expect(await rows()).toMatchObject([moved, moved])
    expect(await reviewMove(db, userId, id, 1, context)).toBeNull()
    expect(await refused(reviewMove(db, userId, id, 9, context))).toBe('NOT_FOUND: Version not found')
  })

  test('of a move holds an email that has not started', async () => {
    const { id, a, sends, stay } = await start({ people: 1 })
    const other = await makeTemplate('Other')
    await stay((tx) => change(tx, a, { templateId: other }))
    await scan(db, DUE)
    const claims = await claimDue(db, DUE)
    const contents = await prepareSends(db, claims, links)
    await moveToVersion(db, userId, id, { version: 1, confirmed: (await getPlanVersion(db, id))! })
    await startSends(
      db,
      contents.map((content) => content.prepared),
      'a worker',
      DUE,
    )
    expect((await sends()).map(({ state }) => state)).toEqual(['cancelled'])
    await startRendered(db, links, DUE)
    expect(subjects(await sends())).toEqual(['Other sending'])
  })
})

test('no contact can stay in a sequence that was never activated', async () => {
  const { id } = await outreach.makeSequence()
  const step = await outreach.makeStep(id)
  await changeWithoutContacts(db, userId, id, (tx) => change(tx, step.id, { sendHour: 15 }))
  expect((await db.select().from(sequences).where(eq(sequences.id, id)))[0]!.keptPlanVersion).toBe(0)
  expect(await db.$count(sequenceVersions, eq(sequenceVersions.sequenceId, id))).toBe(0)
})
