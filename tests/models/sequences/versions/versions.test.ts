import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequences, sequenceVersions } from '#drizzle/schema'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import type { SequenceChange } from '~/models/sequences/sequence'
import { updateSequence } from '~/models/sequences/sequence.server'
import { StepChange } from '~/models/sequences/step'
import { deleteStep, listSteps, reorderSteps, updateStep } from '~/models/sequences/step.server'
import { parseDraft } from '~/models/sequences/step-form'
import { saveStepForm } from '~/models/sequences/step-graph.server'
import { readContent } from '~/models/sequences/versions/content.server'
import { listVersions } from '~/models/sequences/versions/list.server'
import { getVersion, restoreVersion } from '~/models/sequences/versions/restore.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { addSmtp } from '../../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

const makeTemplate = async (name: string) =>
  (await createTemplate(db, userId, { name, subject: 'Hi', templateType: 'html', htmlBody: '<p>Hi</p>' })).id

/** A running sequence with three emails. */
async function start() {
  const { id } = await outreach.makeSequence()
  const steps = [
    await outreach.makeStep(id, { name: 'A' }),
    await outreach.makeStep(id, { name: 'B' }),
    await outreach.makeStep(id, { name: 'C' }),
  ].map((step) => step.id) as [string, string, string]
  await activateSequence(db, userId, id, NOW, secrets)
  const versions = async () => (await listVersions(db, userId, id, { limit: 50 })).versions
  return { id, steps, versions, content: () => readContent(db, id) }
}

const change = (id: string, fields: Record<string, unknown>) =>
  updateStep(db, userId, id, StepChange.parse(fields), NOW)

describe('a version', () => {
  test('is kept at the activation and with each change', async () => {
    const { id, steps, versions } = await start()
    expect((await versions()).map(({ number }) => number)).toEqual([1])
    await change(steps[1], { delayDays: 3 })
    await pauseSequence(db, userId, id)
    await updateSequence(db, userId, id, { timezone: 'UTC' }, NOW)
    const [third, second, first] = await versions()
    expect(third).toMatchObject({
      number: 3,
      author: 'Test User',
      isCurrent: true,
      differences: [{ part: 'Settings', changes: ['Timezone: UTC instead of Europe/Paris'] }],
    })
    expect(second).toMatchObject({
      number: 2,
      isCurrent: false,
      differences: [{ part: 'Step 2: B', changes: ['waits 3 days instead of 1 day'] }],
    })
    expect(first).toMatchObject({ number: 1, differences: null })
  })

  test('is not kept for a draft, nor without a change', async () => {
    const draft = await outreach.makeSequence()
    await outreach.makeStep(draft.id)
    expect((await listVersions(db, userId, draft.id, { limit: 5 })).versions).toEqual([])
    const { id, steps, versions } = await start()
    await change(steps[0], { delayDays: 1 })
    await reorderSteps(db, userId, id, steps)
    await activateSequence(db, userId, id, NOW, secrets)
    expect(await versions()).toHaveLength(1)
  })

  test('is one for all changes of a transaction', async () => {
    const { id, steps, versions } = await start()
    const draft = new URLSearchParams({
      ...{ stepType: 'send_email', name: 'A', templateId: outreach.templateId, delayDays: '1' },
      notOpenedStepId: 'made-0',
      made: `stepType=wait&waitValue=2&waitUnit=days&branchOnly=on`,
    })
    await saveStepForm(db, userId, id, steps[0], parseDraft(draft.toString()), NOW)
    const [newest, ...older] = await versions()
    expect(older).toHaveLength(1)
    expect(newest!.differences!.map(({ part }) => part)).toEqual(['Step 1: A', 'Step 4: Wait 4'])
  })

  test('is rolled back with its change', async () => {
    const { steps, versions } = await start()
    const failed = db.transaction(async (tx) => {
      await updateStep(tx, userId, steps[0], StepChange.parse({ name: 'Other' }), NOW)
      throw new Error('lost')
    })
    await expect(failed).rejects.toThrow('lost')
    expect(await versions()).toHaveLength(1)
    await change(steps[0], { name: 'Other' })
    expect((await versions()).map(({ number }) => number)).toEqual([2, 1])
  })

  test('of a sequence that ran before versions were kept starts with the state before the change', async () => {
    const { id, steps, versions } = await start()
    await db.delete(sequenceVersions).where(eq(sequenceVersions.sequenceId, id))
    const before = await readContent(db, id)
    await deleteStep(db, userId, steps[2])
    expect((await versions()).map(({ number }) => number)).toEqual([2, 1])
    expect((await getVersion(db, userId, id, 1)).content).toEqual(before)
  })

  test('is deleted when 200 newer ones exist', async () => {
    const { id, steps } = await start()
    await db.insert(sequenceVersions).values(
      Array.from({ length: 199 }, (_, n) => ({
        ...{ sequenceId: id, number: n + 2, userId, content: {} },
        createdAt: NOW,
      })),
    )
    await change(steps[0], { name: 'Newest' })
    const kept = await db
      .select({ number: sequenceVersions.number })
      .from(sequenceVersions)
      .where(eq(sequenceVersions.sequenceId, id))
      .orderBy(sequenceVersions.number)
    expect([kept.length, kept[0]!.number, kept.at(-1)!.number]).toEqual([200, 2, 201])
  })
})

describe('restoring', () => {
  const EDITS: Record<string, (ids: [string, string, string], id: string) => Promise<unknown>> = {
    'a time': ([a]) => change(a, { sendHour: 17, delayDays: 4, reactionWindowHours: 1 }),
    'a branch': ([a, , c]) => change(a, { notOpenedStepId: c, notOpenedWaitDays: 2, repliedNext: 'end' }),
    'a place': ([, b]) => change(b, { branchOnly: true, skipWeekends: true, sameThread: true }),
    'a type': ([, b]) => change(b, { stepType: 'wait', waitValue: 2, waitUnit: 'days' }),
    'a text': async ([a]) => change(a, { templateId: await makeTemplate('Other') }),
    variants: async ([a]) =>
      change(a, {
        variants: [
          { templateId: outreach.templateId, weight: 2 },
          { templateId: await makeTemplate('Variant'), active: false },
        ],
      }),
    'a deletion': ([, b]) => deleteStep(db, userId, b),
    'a deletion of a target': async ([a, b]) => {
      await change(a, { notOpenedStepId: b })
      await deleteStep(db, userId, b)
    },
    'a new step': (_, id) => outreach.makeStep(id, { name: 'D' }),
    'an order': ([a, b, c], id) => reorderSteps(db, userId, id, [c, a, b]),
    settings: (_, id) =>
      updateSequence(
        db,
        userId,
        id,
        {
          ...{ name: 'Renamed', timezone: 'UTC', skipWeekends: true, sendDays: [1, 2], holidays: 'DE' },
          ...{ latestSendTime: '18:00', startDate: NOW, trackingEnabled: false, useContactTimezone: true },
          ...{ contactLimit: 7, maxEmailsPerContactPerWeek: 2, holidayDates: ['2026-12-24'] },
        } satisfies SequenceChange,
        NOW,
      ),
  }

  test.each(Object.entries(EDITS))('takes back %s, and brings it again', async (_name, edit) => {
    const { id, steps, versions, content } = await start()
    const before = await content()
    await edit(steps, id)
    const after = await content()
    expect(after).not.toEqual(before)
    const edited = (await versions())[0]!.number
    const planVersion = async () =>
      (await db.select().from(sequences).where(eq(sequences.id, id)))[0]!.planVersion
    const planned = await planVersion()
    await restoreVersion(db, userId, id, 1, NOW)
    expect(await content()).toEqual(before)
    expect(await planVersion()).toBeGreaterThan(planned)
    expect((await versions())[0]).toMatchObject({ number: edited + 1, restoredFrom: 1, isCurrent: true })
    await restoreVersion(db, userId, id, edited, NOW)
    expect(await content()).toEqual(after)
    expect((await versions()).map(({ restoredFrom }) => restoredFrom).slice(0, 2)).toEqual([edited, 1])
  })

  test('leaves out a template that was deleted since', async () => {
    const { id, steps, content } = await start()
    const template = await makeTemplate('Short-lived')
    await change(steps[0], { templateId: template })
    await change(steps[0], { templateId: outreach.templateId })
    await deleteTemplate(db, userId, template)
    await restoreVersion(db, userId, id, 2, NOW)
    expect((await content()).steps[0]).toMatchObject({ templateId: null })
    expect((await listSteps(db, userId, id))[0]!.templateId).toBeNull()
  })

  test('of the present state keeps no version', async () => {
    const { id, versions } = await start()
    await restoreVersion(db, userId, id, 1, NOW)
    expect(await versions()).toHaveLength(1)
    expect((await versions())[0]!.restoredFrom).toBeNull()
  })

  test('finds neither a foreign version nor an unknown number', async () => {
    const { id } = await start()
    const { strangerId } = outreach
    expect(await refused(restoreVersion(db, strangerId, id, 1, NOW))).toMatch(/^NOT_FOUND/)
    expect(await refused(getVersion(db, strangerId, id, 1))).toMatch(/^NOT_FOUND/)
    expect(await refused(listVersions(db, strangerId, id, { limit: 1 }))).toMatch(/^NOT_FOUND/)
    expect(await refused(restoreVersion(db, userId, id, 9, NOW))).toBe('NOT_FOUND: Version not found')
  })
})
