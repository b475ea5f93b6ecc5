import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NewStep } from '~/models/step'
import { getStep, listSteps } from '~/models/step.server'
import { StepForm } from '~/models/step-form'
import { createBranchStep, getStepOf, newStepDefaults } from '~/models/step-graph.server'
import { NOBODY, NOW, type Outreach, openOutreach, refused } from '../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

describe('the step form', () => {
  test('fills what was left empty with its fallbacks', () => {
    const { step, toMake } = StepForm.parse({
      stepType: 'send_email',
      templateId: NOBODY,
      repliedStepId: 'new',
    })
    expect(toMake).toEqual(['replied'])
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

  test('gives a step only what its type has', () => {
    const { step } = StepForm.parse({
      stepType: 'wait',
      waitValue: '2',
      waitUnit: 'hours',
      nextActionStepId: 'end',
    })
    expect(step).toEqual({ stepType: 'wait', waitValue: 2, waitUnit: 'hours', nextActionStepId: 'end' })
  })

  test('starts at the present time of the zone, the first step without a delay', async () => {
    const sequence = await outreach.makeSequence({ skipWeekends: true })
    expect(newStepDefaults(sequence, [], NOW)).toMatchObject({
      order: 1,
      delayDays: 0,
      sendHour: 12,
      sendMinute: 0,
      skipWeekends: true,
    })
    const step = await outreach.makeStep(sequence.id)
    expect(newStepDefaults(sequence, [step], NOW)).toMatchObject({ order: 2, delayDays: 1 })
  })

  test('makes the step that a branch is to lead to, or nothing', async () => {
    const { id } = await outreach.makeSequence()
    const first = await outreach.makeStep(id)
    const input = NewStep.parse({ templateId: outreach.templateId, delayDays: 1 })
    const next = await createBranchStep(db, userId, id, input, { stepId: first.id, branch: 'notOpened' }, NOW)
    expect(await getStep(db, userId, first.id)).toMatchObject({
      notOpenedNext: 'step',
      notOpenedStepId: next.id,
    })
    const other = await outreach.makeSequence()
    const lost = createBranchStep(db, userId, other.id, input, { stepId: first.id, branch: 'replied' }, NOW)
    expect(await refused(lost)).toBe('NOT_FOUND: Step not found')
    expect(await listSteps(db, userId, other.id)).toEqual([])
    expect(await refused(getStepOf(db, userId, other.id, first.id))).toBe('NOT_FOUND: Step not found')
  })
})
