import { expect, test } from 'vitest'
import { waitAfter } from '~/components/jobs/use-job'
import { pageWindow } from '~/components/ui/pagination'
import { CONTACTS_PER_PAGE } from '~/models/contacts/contact'

test('a pager has at most 5 page buttons, around the page where there is room', () => {
  expect(CONTACTS_PER_PAGE).toBe(20)
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(2, 3)).toEqual([1, 2, 3])
  expect(pageWindow(1, 50)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(20, 50)).toEqual([18, 19, 20, 21, 22])
  expect(pageWindow(50, 50)).toEqual([46, 47, 48, 49, 50])
})

test('a job is looked at every 2 s, after errors 1.5 times as long each, at most every 10 s', () => {
  expect([0, 1, 2, 3, 4, 5].map(waitAfter)).toEqual([2000, 3000, 4500, 6750, 10_000, 10_000])
})
