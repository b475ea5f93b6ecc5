import { describe, expect, test } from 'vitest'
import type { OutgoingSend } from '~/jobs/sending/prepare.server'
import { createRoom } from '~/jobs/sending/room'
import { createSendQueue } from '~/jobs/sending/send-queue'

const SHARD = { unfinished: 0, waiting: 0 }
const mailOf = (mailboxId: string, shard = SHARD, userId = 'ann') =>
  ({ mailboxId, userId, shard }) as OutgoingSend

/** A queue with this many emails per mailbox; each has three connections. */
function queueOf(mails: Record<string, number>, room = createRoom(() => 3)) {
  const queue = createSendQueue(room)
  for (const [mailboxId, n] of Object.entries(mails)) for (let i = 0; i < n; i++) queue.add(mailOf(mailboxId))
  return { queue, room }
}
const boxes = (mails: OutgoingSend[]) => mails.map((mail) => mail.mailboxId).join('')

describe('the capacity of a mailbox', () => {
  test('is one email per connection, or three with a fast provider', () => {
    const room = createRoom(() => 2)
    expect(room.in('a')).toBe(2)
    for (let i = 0; i < 20; i++) room.answered('a', 5)
    expect([room.in('a'), room.in('b')]).toEqual([6, 2])
    for (let i = 0; i < 20; i++) room.answered('a', 500)
    expect(room.in('a')).toBe(2)
  })

  test('is taken and released, per mailbox and in total', () => {
    const room = createRoom(() => 2)
    const mails = [mailOf('a'), mailOf('a'), mailOf('b')]
    for (const mail of mails) room.take(mail)
    expect([room.in('a'), room.in('b'), room.taken]).toEqual([0, 1, 3])
    for (const mail of mails.slice(1)) room.free(mail)
    expect([room.in('a'), room.in('b'), room.taken]).toEqual([1, 2, 1])
  })

  test('of a removed mailbox is restored', () => {
    const room = createRoom(() => 2)
    room.take(mailOf('a'))
    for (let i = 0; i < 20; i++) room.answered('a', 5)
    room.forget('a')
    expect(room.in('a')).toBe(2)
  })
})

describe('queued emails', () => {
  test.each<[string, Record<string, number>, number, string]>([
    ['one of each mailbox in turn', { a: 3, b: 3, c: 3 }, 5, 'abcab'],
    ['no more of a mailbox than it has room for', { a: 9, b: 1 }, 9, 'abaa'],
    ['no more than there are', { a: 1 }, 9, 'a'],
    ['none without places', { a: 1 }, 0, ''],
    ['none with fewer than none', { a: 1 }, -2, ''],
  ])('start in order: %s', (_, mails, places, expected) => {
    expect(boxes(queueOf(mails).queue.take(places))).toBe(expected)
  })

  test('the next turn goes to the next mailbox', () => {
    const { queue } = queueOf({ a: 3, b: 3, c: 3 })
    expect(boxes(queue.take(2))).toBe('ab')
    expect(boxes(queue.take(2))).toBe('ca')
  })

  test('startable emails are limited by capacity, queue and slots', () => {
    const { queue, room } = queueOf({ a: 9, b: 1 })
    expect(queue.free(10)).toBe(4)
    expect(queue.free(2)).toBe(2)
    for (let i = 0; i < 2; i++) room.take(mailOf('a'))
    expect(queue.free(10)).toBe(2)
    // An excess of running sends leaves no capacity for others.
    for (let i = 0; i < 2; i++) room.take(mailOf('a'))
    expect(queue.free(10)).toBe(1)
  })

  test('only a shard’s own emails are released', () => {
    const other = { unfinished: 0, waiting: 0 }
    const { queue } = queueOf({ a: 2 })
    queue.add(mailOf('a', other))
    queue.add(mailOf('b', other))
    expect(boxes(queue.takeBack(other))).toBe('ab')
    expect(boxes(queue.takeBack(other))).toBe('')
    expect(boxes(queue.take(9))).toBe('aa')
    expect(queue.isEmpty).toBe(true)
  })
})
