import { expect, test } from 'vitest'
import type { Effect, StepEffect } from '~/models/sequences/versions/effect'
import { effectSentences } from '~/models/sequences/versions/effect-words'

const NOTHING: Effect = {
  ...{ contacts: 143, isEstimate: false, steps: [], moved: 0, earliest: null },
  ...{ otherNext: 0, ended: 0, lastEmail: 0, furtherEmail: 0 },
}
const step = (more: Partial<StepEffect>): StepEffect => ({
  ...{ id: 's', name: 'Follow-up', branchOnly: false, kind: 'text', ahead: 103, passed: 40 },
  ...more,
})
const words = (effect: Partial<Effect>) =>
  effectSentences({ ...NOTHING, ...effect }, 'Europe/Berlin', (effect.steps ?? []).length > 1).slice(1)
const [NINE, TEN] = [new Date('2026-11-26T08:00:00Z'), new Date('2026-11-26T09:00:00Z')]

test.each<[Partial<Effect>, string]>([
  [{}, 'Next emails stay as scheduled, and no contact leaves the sequence.'],
  [{ steps: [step({})] }, '40 are past this step, 103 will get the new text.'],
  [{ steps: [step({ kind: 'new', passed: 1 })] }, '1 is past its place, 103 will come to the new step.'],
  [{ steps: [step({ kind: 'edited', ahead: 1 })] }, '40 are past this step, 1 is still to come to it.'],
  [{ steps: [step({ kind: 'deleted' })] }, '40 are past this step, 103 would have come to it.'],
  [
    { steps: [step({ branchOnly: true })] },
    '103 may get the new text of this step, if a branch leads them there.',
  ],
  [{ steps: [step({ branchOnly: true, kind: 'deleted' })] }, '103 could have come to this step.'],
  [
    { moved: 12, earliest: { from: NINE, to: TEN } },
    '12 next emails move: the earliest from Nov 26, 2026 09:00 to Nov 26, 2026 10:00.',
  ],
  [
    { moved: 1, earliest: { from: NINE, to: NINE } },
    '1 next email moves: the earliest stays at Nov 26, 2026 09:00.',
  ],
  [{ ended: 3 }, '3 would end here.'],
  [{ lastEmail: 1 }, '1 contact would get no further email.'],
  [{ furtherEmail: 2 }, '2 contacts who had got the last email get a further one.'],
  [{ otherNext: 1 }, '1 contact gets another step’s email next.'],
])('%o reads "%s"', (effect, sentence) => {
  expect(words(effect)[0]).toBe(sentence)
})

test('names the steps of a change of several', () => {
  const effect = { steps: [step({}), step({ name: 'Last', kind: 'deleted' })] }
  expect(words(effect).slice(0, 2)).toEqual([
    '40 are past Follow-up, 103 will get the new text.',
    '40 are past Last, 103 would have come to it.',
  ])
})
