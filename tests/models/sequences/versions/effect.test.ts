import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { nextEmail } from '~/engine/effect'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { StepChange } from '~/models/sequences/step'
import { createStep, deleteStep, reorderSteps, updateStep } from '~/models/sequences/step.server'
import type { Effect } from '~/models/sequences/versions/effect'
import { measureEffect, readState } from '~/models/sequences/versions/effect.server'
import { effectSentences } from '~/models/sequences/versions/effect-words'
import { restoreVersion } from '~/models/sequences/versions/restore.server'
import { reviewChange, saveReviewed } from '~/models/sequences/versions/review.server'
import { isFollowing } from '~/models/sequences/versions/staying.server'
import { createTemplate } from '~/models/templates/template.server'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let otherTemplate: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await addSmtp(db, userId, NOW)
  const text = { name: 'Other', subject: 'Hi', templateType: 'html', htmlBody: '<p>Hi</p>' } as const
  otherTemplate = (await createTemplate(db, userId, text)).id
})
afterAll(() => outreach?.drop())

/** Tuesday, 9:00 in Paris: the first email of those who were enrolled at first. */
const DUE = new Date('2026-03-03T08:00:00Z')
const context = { now: DUE, timezone: 'UTC', confirmed: null }

/** A running sequence A, B, C: two contacts have got A and wait for a reaction, three have got nothing. */
async function start() {
  const { id } = await outreach.makeSequence()
  const [a, b, c] = [
    await outreach.makeStep(id, { name: 'A', reactionWindowHours: 24 }),
    await outreach.makeStep(id, { name: 'B' }),
    await outreach.makeStep(id, { name: 'C' }),
  ].map((step) => step.id) as [string, string, string]
  const list = await outreach.makeList()
  const people = await outreach.makeMembers(list.id, 5)
  await activateSequence(db, userId, id, NOW, secrets)
  await enrollContacts(db, userId, id, people.slice(0, 2), NOW, secrets)
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  await enrollContacts(db, userId, id, people.slice(2), DUE, secrets)
  return { id, steps: [a, b, c] as const }
}

type Ids = readonly [string, string, string]
const change = (tx: Db, id: string, fields: Record<string, unknown>) =>
  updateStep(tx, userId, id, StepChange.parse(fields), DUE)

const EDITS: Record<string, (tx: Db, steps: Ids, id: string) => Promise<unknown>> = {
  'a time': (tx, [a]) => change(tx, a, { sendHour: 17 }),
  'the time of a later step': (tx, [, b]) => change(tx, b, { delayDays: 5 }),
  'a window': (tx, [a]) => change(tx, a, { reactionWindowHours: 72 }),
  'a text': (tx, [a]) => change(tx, a, { templateId: otherTemplate }),
  'a branch': (tx, [a]) => change(tx, a, { notOpenedNext: 'end', openedNoReplyNext: 'end' }),
  'a place': (tx, [a]) => change(tx, a, { branchOnly: true }),
  'a deletion': (tx, [a]) => deleteStep(tx, userId, a),
  'two deletions': async (tx, [, b, c]) => {
    await deleteStep(tx, userId, b)
    await deleteStep(tx, userId, c)
  },
  'a new step': (tx, [, b], id) =>
    createStep(
      tx,
      userId,
      id,
      { templateId: outreach.templateId, delayDays: 1, order: 1, name: `Before ${b}` } as never,
      DUE,
    ),
  'an order': (tx, [a, b, c], id) => reorderSteps(tx, userId, id, [c, b, a]),
  'the time zone': (tx, _, id) => updateSequence(tx, userId, id, { timezone: 'Asia/Tokyo' }, DUE),
  'the days': (tx, _, id) => updateSequence(tx, userId, id, { sendDays: [5] }, DUE),
}

/** The next email of each enrollment in progress, from what is stored. */
async function stored(id: string) {
  const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
  const loaded = await loadSnapshots(
    db,
    rows.map((row) => row.id),
    DUE,
  )
  return new Map(
    loaded.map(({ snapshot }) => [
      snapshot.enrollment.id,
      { isActive: snapshot.enrollment.status === 'active', next: nextEmail(snapshot) },
    ]),
  )
}

describe('the effect of a change', () => {
  test.each(Object.entries(EDITS))('of %s is what its job then does', async (_name, edit) => {
    const { id, steps } = await start()
    const was = await stored(id)
    const before = await readState(db, id, DUE)
    let effect: Effect | undefined
    // Measured before anything is stored, as a review is; the same change is then saved.
    const undone = db.transaction(async (tx) => {
      await edit(tx, steps, id)
      effect = await measureEffect(db, isFollowing(id), before, await readState(tx, id, DUE), DUE)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await stored(id)).toEqual(was)

    await db.transaction((tx) => edit(tx, steps, id))
    await replanSequence(db, id, (await getPlanVersion(db, id))!, DUE)
    const is = await stored(id)
    const pairs = [...was].map(([key, old]) => ({ old, now: is.get(key)! }))
    const count = (test: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(test).length
    expect(effect).toMatchObject({
      contacts: 5,
      ended: count(({ now }) => !now.isActive),
      moved: count(({ old, now }) => !!old.next && !!now.next && +old.next.at !== +now.next.at),
      otherNext: count(({ old, now }) => !!old.next && !!now.next && old.next.stepId !== now.next.stepId),
      lastEmail: count(({ old, now }) => now.isActive && !!old.next && !now.next),
      furtherEmail: count(({ old, now }) => !old.next && !!now.next),
    })
  })

  test('tells who is past a step and who gets its new text', async () => {
    const { id, steps } = await start()
    const review = await reviewChange(db, userId, id, (tx) => EDITS['a text']!(tx, steps, id), context)
    expect(review).toMatchObject({
      differences: [{ part: 'Step 1: A', changes: ['template Other instead of Hello'] }],
      effect: [
        '5 contacts in progress',
        '2 are past this step, 3 will get the new text.',
        'Next emails stay as scheduled, and no contact leaves the sequence.',
      ],
    })
  })

  test('names the emails that move and the contacts who get none', async () => {
    const { id, steps } = await start()
    const effectOf = async (name: string) =>
      (await reviewChange(db, userId, id, (tx) => EDITS[name]!(tx, steps, id), context))!.effect
    expect(await effectOf('a time')).toEqual([
      '5 contacts in progress',
      '2 are past this step, 3 are still to come to it.',
      '3 next emails move: the earliest from Mar 4, 2026 08:00 to Mar 4, 2026 16:00.',
    ])
    expect(await effectOf('a branch')).toContain('2 contacts would get no further email.')
    expect(await effectOf('two deletions')).toEqual([
      '5 contacts in progress',
      '0 are past B, 5 would have come to it.',
      '0 are past C, 5 would have come to it.',
      '2 contacts would get no further email.',
    ])
  })
})

describe('a review', () => {
  test('is left out where no contact is affected', async () => {
    const { id, steps } = await start()
    const review = (edit: (tx: Db) => Promise<unknown>) => reviewChange(db, userId, id, edit, context)
    expect(await review((tx) => change(tx, steps[0], { name: 'Renamed' }))).toBeNull()
    expect(await review((tx) => change(tx, steps[0], { delayDays: 1 }))).toBeNull()
    expect(await review((tx) => updateSequence(tx, userId, id, { contactLimit: 9 }, DUE))).toBeNull()
    const time = (tx: Db) => change(tx, steps[0], { sendHour: 17 })
    expect(await review(time)).not.toBeNull()
    await pauseSequence(db, userId, id)
    expect(await review(time)).toBeNull()
    const empty = await outreach.makeSequence()
    const step = await outreach.makeStep(empty.id)
    await activateSequence(db, userId, empty.id, NOW, secrets)
    const edit = (tx: Db) => change(tx, step.id, { sendHour: 17 })
    expect(await reviewChange(db, userId, empty.id, edit, context)).toBeNull()
  })

  test('saves only what was confirmed for the present plan', async () => {
    const { id, steps } = await start()
    const edit = (tx: Db) => change(tx, steps[0], { sendHour: 17 })
    const save = (confirmed: number | null) => saveReviewed(db, userId, id, edit, { ...context, confirmed })
    const first = await save(null)
    expect(first).toMatchObject({ review: { isOutdated: false } })
    await change(db, steps[1], { delayDays: 2 })
    const { planVersion } = 'review' in first ? first.review : { planVersion: -1 }
    const second = await save(planVersion)
    expect(second).toMatchObject({ review: { isOutdated: true, planVersion: planVersion + 1 } })
    expect((await readState(db, id, DUE)).content.steps[0]!.sendHour).toBe(9)
    expect(await save(planVersion + 1)).toMatchObject({ saved: { sendHour: 17 } })
  })

  test('refuses what saving would refuse, and a foreign sequence', async () => {
    const { id, steps } = await start()
    const late = (tx: Db) => change(tx, steps[0], { delayDays: 0, sendHour: 1 })
    expect(await refused(reviewChange(db, userId, id, late, context))).toMatch(/^INVALID: Send time must/)
    const restore = (tx: Db) => restoreVersion(tx, userId, id, 7, DUE)
    expect(await refused(reviewChange(db, userId, id, restore, context))).toBe('NOT_FOUND: Version not found')
    const { strangerId } = outreach
    const foreign = reviewChange(db, strangerId, id, async () => {}, context)
    expect(await refused(foreign)).toBe('NOT_FOUND: Sequence not found')
  })
})

test('an effect of many contacts is computed from a sample, and says so', async () => {
  const { id, steps } = await start()
  await db.execute(`insert into sequence_contacts (user_id, sequence_id, address_hash, status, enrolled_at, next_action,
      next_action_at, slot_at, planned_at, moment_at, current_step_id, visits)
    select user_id, sequence_id, 'copy ' || n, status, enrolled_at, next_action, next_action_at, slot_at, planned_at, moment_at,
      current_step_id, visits
    from (select * from sequence_contacts where sequence_id = '${id}' and next_action = 'send' limit 1) e,
      generate_series(1, 45000) n`)
  const before = await readState(db, id, DUE)
  const after = {
    ...before,
    plan: {
      ...before.plan,
      steps: before.plan.steps.map((step) => (step.id === steps[0] ? { ...step, sendHour: 12 } : step)),
    },
  }
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const effect = await measureEffect(db, isFollowing(id), before, after, DUE)
  clearInterval(timer)
  expect(effect).toMatchObject({ contacts: 45_005, isEstimate: true })
  expect(Math.abs(effect.moved - 45_003)).toBeLessThan(60)
  expect(effectSentences(effect, 'UTC', false)[0]).toBe('About 45,005 contacts in progress')
  // Other requests get their turn all along.
  expect(turns).toBeGreaterThan(20)
  const active = and(eq(sequenceContacts.sequenceId, id), eq(sequenceContacts.status, 'active'))
  expect(await db.$count(sequenceContacts, active)).toBe(45_005)
})
