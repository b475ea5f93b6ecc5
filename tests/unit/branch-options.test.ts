import { expect, test } from 'vitest'
import { branchOptions } from '~/components/sequences/step-words'

const steps = ['Hello', 'Wait', 'Again', 'Last'].map((name, place) => ({
  ...{ id: name, name, order: place + 1, branchOnly: false, stepType: 'wait' as const },
  ...{
    notOpenedNext: 'default' as const,
    openedNoReplyNext: 'default' as const,
    repliedNext: 'default' as const,
  },
  ...{ notOpenedStepId: null, openedNoReplyStepId: null, repliedStepId: null },
  ...{ nextActionType: null, nextActionStepId: null },
}))
const labels = (branch: 'nextAction' | 'notOpened', at = 1) =>
  branchOptions(steps[at]!, branch, steps).map(({ label }) => label)

test('the next action offers the end of the sequence and every other step in order', () => {
  expect(labels('nextAction')).toEqual([
    'Next step in order: Again',
    'End Sequence',
    'Step 1: Hello',
    'Step 3: Again',
    'Step 4: Last',
    'Create a new step…',
  ])
})

test('a reaction offers later steps', () => {
  expect(labels('notOpened')).toEqual([
    'Next step in order: Again',
    'End of sequence',
    'Step 3: Again',
    'Step 4: Last',
    'Create a new step…',
  ])
})
