import { expect, test } from 'vitest'
import { notesOnSenders, sendersOf } from '~/models/sequence-senders'

const box = (id: string, more = {}) => ({
  id,
  email: `${id}@sender.example`,
  status: 'connected',
  isDefault: false,
  canRead: true,
  linksLead: true,
  ...more,
})
const none = { senderAccountId: null, mailboxIds: [] }

test('a sequence sends from its mailboxes, else its sender, else the default, else the first that there was', () => {
  const boxes = [box('c'), box('b', { isDefault: true }), box('a')]
  const ids = (choice: Parameters<typeof sendersOf>[0], from = boxes) =>
    sendersOf(choice, from).map(({ id }) => id)
  expect(ids({ senderAccountId: 'a', mailboxIds: ['b', 'c'] })).toEqual(['c', 'b'])
  expect(ids({ senderAccountId: 'a', mailboxIds: [] })).toEqual(['a'])
  expect(ids(none)).toEqual(['b'])
  expect(ids(none, [box('c'), box('a')])).toEqual(['a'])
  expect(ids(none, [])).toEqual([])
})

test('the editor says what its senders cannot do, and of no other mailbox', () => {
  const boxes = [box('a', { canRead: false, isDefault: true }), box('b', { status: 'expired' }), box('c')]
  expect(notesOnSenders(none, boxes)).toEqual([
    'a@sender.example has no IMAP server: replies and bounces of its mails will not be seen.',
  ])
  expect(notesOnSenders({ senderAccountId: null, mailboxIds: ['b', 'c'] }, boxes)).toEqual([
    'b@sender.example is not connected: its mails wait until you reconnect it.',
  ])
  expect(notesOnSenders(none, [box('a', { linksLead: false })])).toEqual([
    'a@sender.example does not send while APP_URL is an address of this machine only: links in its mails would lead nowhere.',
  ])
  expect(notesOnSenders(none, [])).toEqual(['No mailbox is connected: mails wait until you connect one.'])
})
