import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequences } from '#drizzle/schema'
import { NewStep } from '~/models/sequences/step'
import { createStep, getStep, listSteps } from '~/models/sequences/step.server'
import { connectNewStep, packDraft, readDraft } from '~/models/sequences/step-draft'
import { parseDraft, StepFields } from '~/models/sequences/step-form'
import { checkStepForm, getStepOf, newStepDefaults, saveStepForm } from '~/models/sequences/step-graph.server'
import { NOW, type Outreach, openOutreach, refused, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

describe('the step form', () => {
  test('fills empty fields with defaults', () => {
    const { step, toMake } = StepFields.parse({
      stepType: 'send_email',
      templateId: UNKNOWN_ID,
    })
    expect(toMake).toBe(false)
    expect(step).toMatchObject({
      delayDays: 0,
      sendHour: 9,
      sendMinute: 0,
      reactionWindowHours: 48,
      reactionWindowMinutes: 0,
      notOpenedStepId: 'default',
      repliedStepId: 'default',
      repliedWaitDays: 0,
      skipWeekends: false,
    })
  })

  test('reads the send time as one field', () => {
    const timeOf = (fields: object) => {
      const { step } = StepFields.parse({ stepType: 'send_email', templateId: UNKNOWN_ID, ...fields })
      return [step.sendHour, step.sendMinute]
    }
    expect(timeOf({ sendTime: '16:05' })).toEqual([16, 5])
    expect(timeOf({ sendTime: '' })).toEqual([9, 0])
    expect(timeOf({ sendHour: '7', sendMinute: '30' })).toEqual([7, 30])
    expect(() => timeOf({ sendTime: '24:00' })).toThrow('Enter a time from 00:00 to 23:59')
  })

  test('keeps only the fields of the step’s type', () => {
    const { step } = StepFields.parse({
      stepType: 'wait',
      waitValue: '2',
      waitUnit: 'hours',
      nextActionStepId: 'end',
    })
    expect(step).toEqual({
      ...{ stepType: 'wait', branchOnly: false },
      ...{ waitValue: 2, waitUnit: 'hours', nextActionStepId: 'end' },
    })
  })

  test('proposes the next quarter of an hour for the first step', async () => {
    const sequence = await outreach.makeSequence({ skipWeekends: true })
    expect(newStepDefaults(sequence, [], NOW)).toMatchObject({
      order: 1,
      delayDays: 0,
      sendHour: 12,
      sendMinute: 15,
      skipWeekends: true,
    })
    const step = await outreach.makeStep(sequence.id)
    expect(newStepDefaults(sequence, [step], NOW)).toMatchObject({ order: 2, delayDays: 1 })
  })

  test.each([
    ['2026-03-02T11:00:01Z', { delayDays: 0, sendHour: 12, sendMinute: 30 }],
    ['2026-03-02T11:01:00Z', { delayDays: 0, sendHour: 12, sendMinute: 30 }],
    ['2026-03-02T22:30:00Z', { delayDays: 0, sendHour: 23, sendMinute: 45 }],
    ['2026-03-02T22:30:01Z', { delayDays: 1, sendHour: 9, sendMinute: 0 }],
    ['2026-03-02T22:31:00Z', { delayDays: 1, sendHour: 9, sendMinute: 0 }],
    ['2026-03-02T23:00:00Z', { delayDays: 0, sendHour: 0, sendMinute: 15 }],
  ])('proposes a valid time for the first step at %s', async (at, expected) => {
    const sequence = await outreach.makeSequence()
    const now = new Date(at)
    const defaults = newStepDefaults(sequence, [], now)
    expect(defaults).toMatchObject(expected)
    const { id } = await createStep(
      outreach.db,
      outreach.userId,
      sequence.id,
      NewStep.parse({ ...defaults, templateId: outreach.templateId }),
      new Date(now.getTime() + 14 * 60_000),
    )
    expect(id).toEqual(expect.any(String))
  })

  test('keeps its values while a branch’s new step is created', () => {
    const form = StepFields.parse({
      stepType: 'send_email',
      name: 'Mine & yours',
      delayDays: '3',
      skipWeekends: 'on',
      repliedStepId: 'new',
    })
    expect(form.toMake).toBe(true)
    const { draft, branch, more } = connectNewStep(
      form.draft,
      packDraft(Object.entries({ stepType: 'wait', waitValue: '2', waitUnit: 'days', name: '' })),
    )
    expect({ branch, more }).toEqual({ branch: 'replied', more: false })
    const back = readDraft(new URLSearchParams(draft))!
    expect(back.fields).toMatchObject({
      stepType: 'send_email',
      name: 'Mine & yours',
      delayDays: '3',
      skipWeekends: 'on',
      repliedStepId: 'made-0',
    })
    expect(back.made).toEqual(['stepType=wait&waitValue=2&waitUnit=days'])
    expect(parseDraft(back.made[0]!).step).toMatchObject({
      stepType: 'wait',
      waitValue: 2,
      waitUnit: 'days',
    })
  })

  test('a draft keeps only fields of the step form', () => {
    expect(
      packDraft([
        ['stepType', 'wait'],
        ['intent', 'x'],
        ['chosen', 'y'],
        ['name', ''],
      ]),
    ).toBe('stepType=wait')
    expect(readDraft(new URLSearchParams('type=wait'))).toBeNull()
  })

  test('saves a step and its new branch steps together', async () => {
    const { id } = await outreach.makeSequence()
    const inner = `stepType=wait&waitValue=2&waitUnit=days&name=Pause`
    const middle = packDraft([
      ['stepType', 'send_email'],
      ['templateId', outreach.templateId],
      ['delayDays', '1'],
      ['openedNoReplyStepId', 'made-0'],
      ['made', inner],
    ])
    const form = StepFields.parse({
      stepType: 'send_email',
      templateId: outreach.templateId,
      delayDays: '1',
      notOpenedStepId: 'made-0',
      made: [middle],
    })
    await checkStepForm(db, userId, id, form)
    expect(await listSteps(db, userId, id)).toEqual([])
    const first = await saveStepForm(db, userId, id, null, form, NOW)
    const [one, two, three, ...none] = await listSteps(db, userId, id)
    expect(none).toEqual([])
    expect(one).toMatchObject({ id: first.id, notOpenedNext: 'step', notOpenedStepId: two!.id, order: 1 })
    expect(two).toMatchObject({ openedNoReplyNext: 'step', openedNoReplyStepId: three!.id, order: 2 })
    expect(three).toMatchObject({ stepType: 'wait', name: 'Pause', order: 3 })

    const wrong = StepFields.parse({
      stepType: 'wait',
      waitValue: '1',
      waitUnit: 'days',
      nextActionStepId: 'made-0',
      made: [
        packDraft([
          ['stepType', 'send_email'],
          ['templateId', UNKNOWN_ID],
          ['delayDays', '1'],
        ]),
      ],
    })
    expect(await refused(saveStepForm(db, userId, id, null, wrong, NOW))).toBe(
      'NOT_FOUND: Template not found',
    )
    const lost = StepFields.parse({ ...wrong.step, nextActionStepId: 'made-0', made: ['stepType=wait'] })
    expect(await refused(saveStepForm(db, userId, id, first.id, lost, NOW))).toBe(
      'INVALID: A new step is incomplete. Please create it again.',
    )
    const past = packDraft([
      ...[
        ['stepType', 'send_email'],
        ['name', 'Too late'],
        ['templateId', outreach.templateId],
      ],
      ...[
        ['delayDays', '0'],
        ['sendTime', '23:30'],
      ],
    ] as [string, string][])
    const late = StepFields.parse({ ...wrong.step, nextActionStepId: 'made-0', made: [past] })
    await db.update(sequences).set({ latestSendTime: '23:00' }).where(eq(sequences.id, id))
    expect(await refused(saveStepForm(db, userId, id, null, late, NOW))).toMatch(
      /^INVALID: Too late: The sequence sends until 23:00\./,
    )
    expect(await listSteps(db, userId, id)).toHaveLength(3)
  })

  describe('a branch to a main-line step', () => {
    const formOf = (fields: Record<string, string | string[]>) =>
      StepFields.parse({
        ...{ stepType: 'send_email', templateId: outreach.templateId, delayDays: '1' },
        ...fields,
      })
    const open = async () => {
      const { id } = await outreach.makeSequence()
      const [first, second, third] = [
        await outreach.makeStep(id, { name: 'First' }),
        await outreach.makeStep(id, { name: 'Second' }),
        await outreach.makeStep(id, { name: 'Third' }),
      ]
      const branchOnly = async () => (await listSteps(db, userId, id)).map((step) => step.branchOnly)
      return { id, first, second, third, branchOnly }
    }

    test('needs a choice, and nothing is saved without one', async () => {
      const { id, first, second } = await open()
      const form = formOf({ name: 'New name', openedNoReplyStepId: second.id })
      await expect(saveStepForm(db, userId, id, first.id, form, NOW)).rejects.toMatchObject({
        code: 'INVALID',
        message: 'Second: choose whether contacts also get it in order. Then save again.',
        options: { field: 'place' },
      })
      expect(await getStep(db, userId, first.id)).toMatchObject({ name: 'First', openedNoReplyStepId: null })
    })

    test('leaves it there, and is not asked about again', async () => {
      const { id, first, second, branchOnly } = await open()
      const fields = { name: 'First', openedNoReplyStepId: second.id }
      await saveStepForm(db, userId, id, first.id, formOf({ ...fields, place: 'main' }), NOW)
      expect(await branchOnly()).toEqual([false, false, false])
      await saveStepForm(db, userId, id, first.id, formOf(fields), NOW)
      expect((await getStep(db, userId, first.id)).openedNoReplyStepId).toBe(second.id)
    })

    test('makes it a side step', async () => {
      const { id, first, second, third, branchOnly } = await open()
      const form = formOf({ openedNoReplyStepId: second.id, repliedStepId: third.id, place: 'side' })
      await saveStepForm(db, userId, id, first.id, form, NOW)
      expect(await branchOnly()).toEqual([false, true, true])
      // Those of before are not asked about, also if they return to the main line.
      await saveStepForm(db, userId, id, second.id, formOf({}), NOW)
      await saveStepForm(db, userId, id, first.id, formOf({ openedNoReplyStepId: second.id }), NOW)
      expect(await branchOnly()).toEqual([false, false, true])
    })

    test('is asked about for a new step and for steps made from its branches', async () => {
      const { id, second } = await open()
      const made = packDraft([
        ['stepType', 'wait'],
        ['waitValue', '1'],
        ['waitUnit', 'days'],
        ['nextActionStepId', second.id],
        ['name', 'Pause'],
      ])
      expect(
        await refused(
          saveStepForm(db, userId, id, null, formOf({ repliedStepId: 'made-0', made: [made] }), NOW),
        ),
      ).toBe('INVALID: Pause: Second: choose whether contacts also get it in order. Then save again.')
    })
  })

  test('a step of another sequence is not found', async () => {
    const { id } = await outreach.makeSequence()
    const step = await outreach.makeStep(id)
    const other = await outreach.makeSequence()
    expect(await refused(getStepOf(db, userId, other.id, step.id))).toBe('NOT_FOUND: Step not found')
    expect((await getStep(db, userId, step.id)).id).toBe(step.id)
  })
})
