import { expect, test } from 'vitest'
import { momentsOf, sayDelayStart } from '~/components/sequences/flow/time-words'
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

test('says what the delay of a step counts from', () => {
  const steps = [
    email('Intro', { order: 1, repliedNext: 'step', repliedStepId: 'Thanks', repliedWaitDays: 1 }),
    email('Pause', { order: 2, stepType: 'wait', waitValue: 3, waitUnit: 'days' }),
    email('Reminder', { order: 3, reactionWindowHours: 30, reactionWindowMinutes: 5, notOpenedWaitDays: 2 }),
    email('Last', { order: 4 }),
    email('Thanks', { order: 5, branchOnly: true }),
    email('Apart', { order: 6, branchOnly: true }),
  ]
  const said = (id: string) => sayDelayStart(steps.find((step) => step.id === id)!, steps)
  expect(Object.fromEntries(steps.map(({ id }) => [id, said(id)]))).toEqual({
    Intro: 'the day on which a contact enters the sequence',
    Pause: 'the end of the 2 days in which Intro waits for a reaction',
    Reminder: 'the end of Pause',
    Last:
      'the end of the 1 day 6 hours 5 minutes in which Reminder waits for a reaction plus 2 days, or from ' +
      'the end of the 1 day 6 hours 5 minutes in which Reminder waits for a reaction',
    Thanks: 'a reply to Intro plus 1 day',
    Apart: 'the moment a branch leads here',
  })
  expect(sayDelayStart({ order: 7 }, steps)).toBe('the end of the 2 days in which Last waits for a reaction')
  expect(sayDelayStart({ order: 1 }, [])).toBe('the day on which a contact enters the sequence')
})
