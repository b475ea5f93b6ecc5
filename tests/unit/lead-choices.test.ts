import { expect, test } from 'vitest'
import { LOOKS } from '~/components/leads/import-words'
import { EMPLOYEE_COUNTS, LEADS_PER_PAGE, SUGGEST_DEBOUNCE, SUGGEST_MIN } from '~/models/leads/choices'

test('the lead search uses the constants of the specification', () => {
  expect([LEADS_PER_PAGE, SUGGEST_DEBOUNCE, SUGGEST_MIN]).toEqual([50, 500, 2])
  expect(LOOKS).toEqual({ chosen: 60, all: 120 })
  expect(EMPLOYEE_COUNTS).toEqual([
    '1-10',
    '11-20',
    '21-50',
    '51-100',
    '101-200',
    '201-500',
    '501-1000',
    '1001-2000',
    '2001-5000',
    '5001-10000',
    '10001+',
  ])
})
