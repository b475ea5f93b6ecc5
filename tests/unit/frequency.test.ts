import { expect, test } from 'vitest'
import { frequencyWords } from '~/components/workflows/frequency'

test('describes how often a workflow runs, without the number one', () => {
  expect(frequencyWords('once', 1, 'Run once')).toBe('Run once')
  expect(frequencyWords('days', 1, 'Once')).toBe('Every day')
  expect(frequencyWords('weeks', 1, 'Once')).toBe('Every week')
  expect(frequencyWords('months', 3, 'Once')).toBe('Every 3 months')
})
