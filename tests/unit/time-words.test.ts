import { expect, test } from 'vitest'
import { momentsOf } from '~/components/sequences/flow/time-words'
import type { StepView } from '~/components/sequences/step-view'

const email = (name: string, fields: Partial<StepView> = {}) =>
  ({
    ...{ id: name, name, order: 1, branchOnly: false, stepType: 'send_email', delayDays: 0 },
    ...{ reactionWindowHours: 48, reactionWindowMinutes: 0 },
    ...{ notOpenedNext: 'default', openedNoReplyNext: 'default', repliedNext: 'default' },
    ...{ notOpenedStepId: null, openedNoReplyStepId: null, repliedStepId: null },
    ...{ notOpenedWaitDays: 0, openedNoReplyWaitDays: 0, repliedWaitDays: 0 },
    ...{ nextActionType: null, nextActionStepId: null, waitValue: null, waitUnit: null },
    ...fields,
  }) as StepView

test('joins the moments of a step that several steps lead to', () => {
  const replied = { repliedNext: 'step', repliedStepId: 'Thanks' } as const
  const steps = [
    email('Intro', { order: 1, ...replied }),
    email('Reminder', { order: 2, ...replied }),
    email('Thanks', { order: 3, branchOnly: true }),
  ]
  expect(Object.fromEntries(momentsOf(steps))).toEqual({
    Intro: 'On the first day',
    Reminder: '2 days after Intro',
    Thanks: 'On the day of a reply to Intro, or on the day of a reply to Reminder',
  })
})
