import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLoop } from '~/jobs/sending/loop'

/** Waits for this many turns of the microtask queue. */
async function hops(n: number): Promise<void> {
  for (let i = 0; i < n; i++) await null
}

test('does work that arrives at any moment, even as the loop ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ after: fc.nat({ max: 6 }), work: fc.integer({ min: 1, max: 3 }) }), {
        maxLength: 8,
      }),
      fc.nat({ max: 4 }),
      async (arrivals, turnHops) => {
        let left = 0
        let turns = 0
        const wake = createLoop(
          () => left > 0,
          async () => {
            turns += 1
            left -= 1
            await hops(turnHops)
          },
          (error) => {
            throw error
          },
        )
        const total = arrivals.reduce((sum, one) => sum + one.work, 0)
        for (const { after, work } of arrivals) {
          await hops(after)
          left += work
          wake()
        }
        await hops(total * (turnHops + 3) + 3)
        expect({ left, turns }).toEqual({ left: 0, turns: total })
      },
    ),
  )
})

test('reports an error of a turn and runs again when woken', async () => {
  const failures: unknown[] = []
  let left = 2
  const wake = createLoop(
    () => left > 0,
    async () => {
      left -= 1
      if (left === 1) throw new Error('the first turn fails')
    },
    (error) => failures.push(error),
  )
  wake()
  await hops(3)
  expect([failures.length, left]).toEqual([1, 1])
  wake()
  await hops(3)
  expect(left).toBe(0)
})
