import { expect, test } from 'vitest'
import { criteriaParams, isCriteriaEdit, LeadCriteria, readCriteria } from '~/models/leads/criteria'
import { LeadSearch } from '~/models/leads/search'

const EMPTY = {
  jobTitles: [],
  locations: [],
  locationType: 'contact',
  industries: [],
  industryNames: [],
  employeeCounts: [],
}
const read = (query: string) => LeadCriteria.parse(readCriteria(new URLSearchParams(query)))

test('empty criteria restrict nothing, in either form', () => {
  expect(LeadCriteria.parse({})).toEqual(EMPTY)
  expect(LeadSearch.parse({}).criteria).toEqual(EMPTY)
  expect(read('')).toEqual(EMPTY)
})

test('trims choices and drops blank and repeated ones', () => {
  const given = { personTitles: [' CTO ', 'cto', '', 'CEO'], locations: 'Berlin' }
  expect(LeadSearch.parse(given).criteria).toEqual({
    ...EMPTY,
    jobTitles: ['CTO', 'CEO'],
    locations: ['Berlin'],
  })
})

test.each([
  [{ locationType: 'moon' }],
  [{ employeeCounts: ['1-11'] }],
  [{ jobTitles: [7] }],
  [{ industries: 'x'.repeat(201) }],
  [{ locations: Array.from({ length: 101 }, (_, n) => `${n}`) }],
  [{ jobTitles: { a: 1 } }],
])('refuses %o', (input) => {
  expect(LeadCriteria.safeParse(input).success).toBe(false)
})

test('a URL keeps the filters', () => {
  const criteria = LeadCriteria.parse({
    jobTitles: ['CTO', 'Head of R&D'],
    locations: ['Austin, Texas, United States'],
    locationType: 'account',
    industries: ['5567ce1f7369643b78570000'],
    industryNames: ['green energy'],
    employeeCounts: ['1-10', '10001+'],
  })
  expect(read(criteriaParams(criteria).toString())).toEqual(criteria)
})

test('adds and removes chips without scripts', () => {
  const added = new URLSearchParams('jobTitles=CTO&ownJobTitle=CEO&ownLocation=&intent=add-jobTitles')
  expect(isCriteriaEdit(added)).toBe(true)
  expect(LeadCriteria.parse(readCriteria(added))).toEqual({ ...EMPTY, jobTitles: ['CTO', 'CEO'] })
  const removed = new URLSearchParams('jobTitles=a:b&jobTitles=CEO&industries=x1&intent=remove-jobTitles:a:b')
  expect(isCriteriaEdit(removed)).toBe(true)
  expect(LeadCriteria.parse(readCriteria(removed))).toEqual({
    ...EMPTY,
    jobTitles: ['CEO'],
    industries: ['x1'],
  })
  expect(isCriteriaEdit(new URLSearchParams('intent=search'))).toBe(false)
})
