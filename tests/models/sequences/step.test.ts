import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NewStep, StepChange } from '~/models/sequences/step'
import {
  countLinksTo,
  countSteps,
  createStep,
  deleteStep,
  getStep,
  listSteps,
  reorderSteps,
  updateStep,
} from '~/models/sequences/step.server'
import { orderAfterMove } from '~/models/sequences/step-graph.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { LATER, NOW, type Outreach, openOutreach, refused, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

describe('a step', () => {
  test('has the specification’s defaults and the last position', async () => {
    const { id } = await outreach.makeSequence()
    const step = await createStep(
      db,
      userId,
      id,
      NewStep.parse({ templateId: outreach.templateId, delayDays: 1 }),
      NOW,
    )
    expect(step).toMatchObject({
      stepType: 'send_email',
      name: 'Email 1',
      order: 1,
      sendHour: 9,
      sendMinute: 0,
      reactionWindowHours: 48,
      reactionWindowMinutes: 0,
      notOpenedNext: 'default',
      openedNoReplyNext: 'default',
      repliedNext: 'default',
      notOpenedWaitDays: 0,
      sameThread: false,
    })
    expect(await outreach.makeStep(id)).toMatchObject({ order: 2, name: 'Email 2' })
    expect(await countSteps(db, userId, [id, UNKNOWN_ID])).toEqual(new Map([[id, 2]]))
  })

  test('requires the fields of its type', async () => {
    const first = (input: unknown) => NewStep.safeParse(input).error?.issues[0]?.message
    expect(first({})).toBe('Please select an email template')
    expect(first({ stepType: 'wait', waitValue: 1 })).toBe('Please enter wait time and unit')
    expect(first({ stepType: 'wait', waitUnit: 'days', waitValue: 0 })).toBe(
      'Please enter wait time and unit',
    )
    expect(first({ stepType: 'add_to_persona' })).toBe('Please select an email list')
    const { id } = await outreach.makeSequence()
    const step = await outreach.makeStep(id)
    const without = updateStep(db, userId, step.id, StepChange.parse({ templateId: null }), NOW)
    expect(await refused(without)).toBe('INVALID: Please select an email template')
  })

  test('on the same day needs a future send time', async () => {
    const { id } = await outreach.makeSequence()
    const words =
      'INVALID: Send time must be in the future. Current time in Europe/Paris is 12:00. Please select a time after 12:00.'
    expect(await refused(outreach.makeStep(id, { delayDays: 0, sendHour: 12, sendMinute: 0 }))).toBe(words)
    expect(await refused(outreach.makeStep(id, { delayDays: 0 }))).toBe(words)
    expect(await listSteps(db, userId, id)).toEqual([])
    const step = await outreach.makeStep(id, { delayDays: 0, sendHour: 12, sendMinute: 1 })
    const renamed = await updateStep(
      db,
      userId,
      step.id,
      StepChange.parse({ name: 'Later', sendHour: 12, sendMinute: 1 }),
      LATER,
    )
    expect(renamed.name).toBe('Later')
    expect(await refused(updateStep(db, userId, step.id, StepChange.parse({ sendHour: 11 }), NOW))).toBe(
      words,
    )
    expect((await getStep(db, userId, step.id)).sendHour).toBe(12)
  })

  test('may have any send time if it is not the first of the main line', async () => {
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id, { stepType: 'wait', waitValue: 2, waitUnit: 'days', templateId: undefined })
    const early = { delayDays: 0, sendHour: 0, sendMinute: 1 }
    const second = await outreach.makeStep(id, early)
    const change = StepChange.parse({ sendMinute: 2 })
    expect((await updateStep(db, userId, second.id, change, NOW)).sendMinute).toBe(2)
    const side = await outreach.makeStep(id, { ...early, branchOnly: true })
    expect(side.sendHour).toBe(0)
    // Only as the first of the main line it can be due today.
    expect(await refused(outreach.makeStep(id, { ...early, order: 0 }))).toMatch(/^INVALID: Send time must/)
    const other = await outreach.makeSequence()
    await outreach.makeStep(other.id, { branchOnly: true, sendHour: 23, delayDays: 0 })
    expect(await refused(outreach.makeStep(other.id, early))).toMatch(/^INVALID: Send time must/)
  })

  test('changes only the given branches', async () => {
    const { id } = await outreach.makeSequence()
    const first = await outreach.makeStep(id)
    const second = await outreach.makeStep(id)
    const branch = async (fields: Record<string, unknown>) => {
      const { notOpenedNext, notOpenedStepId } = await updateStep(
        db,
        userId,
        first.id,
        StepChange.parse(fields),
        NOW,
      )
      return [notOpenedNext, notOpenedStepId]
    }
    expect(await branch({ notOpenedStepId: second.id })).toEqual(['step', second.id])
    expect(await branch({ name: 'Same' })).toEqual(['step', second.id])
    expect(await branch({ notOpenedWaitDays: 3 })).toEqual(['step', second.id])
    expect(await branch({ notOpenedStepId: null })).toEqual(['end', null])
    expect(await branch({ repliedStepId: second.id })).toEqual(['end', null])
    expect(await branch({ notOpenedStepId: 'default' })).toEqual(['default', null])
    expect(await getStep(db, userId, first.id)).toMatchObject({
      notOpenedWaitDays: 3,
      repliedNext: 'step',
      repliedStepId: second.id,
    })
  })

  test('cannot lead to itself', async () => {
    const { id } = await outreach.makeSequence()
    const first = await outreach.makeStep(id)
    for (const name of ['notOpenedStepId', 'openedNoReplyStepId', 'repliedStepId', 'nextActionStepId']) {
      const change = StepChange.parse({ [name]: first.id })
      expect(await refused(updateStep(db, userId, first.id, change, NOW))).toBe(
        'INVALID: A step cannot lead to itself',
      )
    }
  })

  test('with a null branch ends there when new', async () => {
    const { id } = await outreach.makeSequence()
    expect(await outreach.makeStep(id, { notOpenedStepId: null })).toMatchObject({
      notOpenedNext: 'end',
      repliedNext: 'default',
    })
  })

  test('turns branches that name it into the end when deleted', async () => {
    const { id } = await outreach.makeSequence()
    const first = await outreach.makeStep(id)
    const second = await outreach.makeStep(id)
    const third = await outreach.makeStep(id, { notOpenedStepId: second.id })
    await updateStep(
      db,
      userId,
      first.id,
      StepChange.parse({ repliedStepId: second.id, openedNoReplyStepId: second.id }),
      NOW,
    )
    expect(await countLinksTo(db, userId, second.id)).toBe(3)
    await deleteStep(db, userId, second.id)
    expect((await listSteps(db, userId, id)).map((step) => step.id)).toEqual([first.id, third.id])
    expect(await getStep(db, userId, first.id)).toMatchObject({
      notOpenedNext: 'default',
      openedNoReplyNext: 'end',
      openedNoReplyStepId: null,
      repliedNext: 'end',
      repliedStepId: null,
    })
    expect(await getStep(db, userId, third.id)).toMatchObject({ notOpenedNext: 'end', notOpenedStepId: null })
    expect(await refused(getStep(db, userId, second.id))).toBe('NOT_FOUND: Step not found')
    const again = updateStep(db, userId, first.id, StepChange.parse({ repliedStepId: second.id }), NOW)
    expect(await refused(again)).toBe('NOT_FOUND: Step not found')
  })

  test('keeps its position when its template is deleted', async () => {
    const { id } = await outreach.makeSequence()
    const other = await createTemplate(db, userId, {
      name: 'Gone',
      subject: 'x',
      templateType: 'html',
      htmlBody: 'x',
    })
    const step = await outreach.makeStep(id, { templateId: other.id })
    await deleteTemplate(db, userId, other.id)
    expect((await getStep(db, userId, step.id)).templateId).toBeNull()
  })

  test('moves up and down within the sequence', async () => {
    const { id } = await outreach.makeSequence()
    const [a, b, c] = [await outreach.makeStep(id), await outreach.makeStep(id), await outreach.makeStep(id)]
    const order = async () => (await listSteps(db, userId, id)).map((step) => step.id)
    const moved = (stepId: string, direction: 'up' | 'down') =>
      orderAfterMove(db, userId, id, stepId, direction)
    await reorderSteps(db, userId, id, (await moved(c.id, 'up'))!)
    expect(await order()).toEqual([a.id, c.id, b.id])
    expect(await moved(c.id, 'down')).toEqual([a.id, b.id, c.id])
    expect(await moved(a.id, 'up')).toBeNull()
    expect(await moved(b.id, 'down')).toBeNull()
    expect(await refused(reorderSteps(db, userId, id, [a.id, b.id]))).toMatch(/^CONFLICT/)
    expect(await refused(moved(UNKNOWN_ID, 'up'))).toBe('NOT_FOUND: Step not found')
  })

  test('has the name of its number while the user gives it none', async () => {
    const { id } = await outreach.makeSequence()
    const [a, b] = [await outreach.makeStep(id), await outreach.makeStep(id)]
    const named = await outreach.makeStep(id, { name: 'Email 7' })
    const wait = await outreach.makeStep(id, { stepType: 'wait', waitValue: 1, waitUnit: 'days' })
    const names = async () =>
      (await listSteps(db, userId, id)).map(({ id: stepId, order, name }) => [stepId, order, name])
    await reorderSteps(db, userId, id, [wait.id, b.id, named.id, a.id])
    expect(await names()).toEqual([
      [wait.id, 1, 'Wait 1'],
      [b.id, 2, 'Email 2'],
      [named.id, 3, 'Email 7'],
      [a.id, 4, 'Email 4'],
    ])
    await deleteStep(db, userId, b.id)
    expect(await names()).toEqual([
      [wait.id, 1, 'Wait 1'],
      [named.id, 2, 'Email 7'],
      [a.id, 3, 'Email 3'],
    ])
  })
})
