import { expect, test } from 'vitest'
import { createTurns } from '~/jobs/sending/turns'

/** Plays this many rounds; the named mailboxes are absent. @returns the turns of each mailbox */
function goRound(turns: ReturnType<typeof createTurns>, rounds: number, boxes: string[]) {
  const mails = Object.fromEntries(boxes.map((box) => [box, 0]))
  for (let round = 0; round < rounds; round++) {
    for (const box of boxes) {
      const n = turns.of(box)
      turns.took(box, n)
      mails[box]! += n
    }
  }
  return mails
}

test('mailboxes that are always present get equal turns', () => {
  expect(goRound(createTurns(), 20, ['a', 'b', 'c'])).toEqual({ a: 20, b: 20, c: 20 })
})

test.each([
  [3, 3],
  [6, 6],
  [50, 6],
])('a mailbox that missed %i turns catches up on about %i', (missed, caught) => {
  const turns = createTurns()
  goRound(turns, 5, ['a', 'b', 'c'])
  goRound(turns, missed, ['a', 'b'])
  const { a, b, c } = goRound(turns, 20, ['a', 'b', 'c'])
  expect([a, b]).toEqual([20, 20])
  expect(Math.abs(c! - 20 - caught)).toBeLessThanOrEqual(1)
  expect(goRound(turns, 20, ['a', 'b', 'c'])).toEqual({ a: 20, b: 20, c: 20 })
})

test('a full mailbox misses its turn, too', () => {
  const turns = createTurns()
  goRound(turns, 2, ['a', 'b'])
  for (let round = 0; round < 3; round++) {
    turns.took('a', turns.of('a'))
    turns.took('b', 0)
  }
  expect([turns.of('a'), turns.of('b')]).toEqual([1, 2])
})

test('all start equal after a complete round', () => {
  const turns = createTurns()
  goRound(turns, 9, ['a'])
  turns.clear()
  expect(goRound(turns, 5, ['a', 'b'])).toEqual({ a: 5, b: 5 })
})
