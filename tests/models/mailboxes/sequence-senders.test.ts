import { expect, test } from 'vitest'
import { sendersOf } from '~/models/sequences/senders'

const box = (id: string, more = {}) => ({ id, isDefault: false, ...more })
const none = { senderAccountId: null, mailboxIds: [] }

test('a sequence uses its mailboxes, its sender, the default, or the oldest', () => {
  const boxes = [box('c'), box('b', { isDefault: true }), box('a')]
  const ids = (choice: Parameters<typeof sendersOf>[0], from = boxes) =>
    sendersOf(choice, from).map(({ id }) => id)
  expect(ids({ senderAccountId: 'a', mailboxIds: ['b', 'c'] })).toEqual(['c', 'b'])
  expect(ids({ senderAccountId: 'a', mailboxIds: [] })).toEqual(['a'])
  expect(ids(none)).toEqual(['b'])
  expect(ids(none, [box('c'), box('a')])).toEqual(['a'])
  expect(ids(none, [])).toEqual([])
})
