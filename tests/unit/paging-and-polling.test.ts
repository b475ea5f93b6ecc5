import { expect, test } from 'vitest'
import { waitAfter } from '~/components/jobs/use-job'
import { pageWindow } from '~/components/ui/list/pagination'
import { CONTACTS_PER_PAGE } from '~/models/contacts/contact'

test('a pager shows at most 5 pages around the current one', () => {
  expect(CONTACTS_PER_PAGE).toBe(20)
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(2, 3)).toEqual([1, 2, 3])
  expect(pageWindow(1, 50)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(20, 50)).toEqual([18, 19, 20, 21, 22])
  expect(pageWindow(50, 50)).toEqual([46, 47, 48, 49, 50])
})

test('a job is polled every 2 s, with backoff up to 10 s after errors', () => {
  expect([0, 1, 2, 3, 4, 5].map(waitAfter)).toEqual([2000, 3000, 4500, 6750, 10_000, 10_000])
})
