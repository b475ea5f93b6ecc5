import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseCount } from '../support/sizes'
import { lives } from './support/arbitraries'
import { checkLife } from './support/invariants'
import { World } from './support/world'

/**
 * Plays random sequences to their end on a virtual clock, with random reactions, pauses, outages and edits.
 * The invariants are in support/invariants.ts; a failure prints the seed, the path and the history.
 */
it('keeps every invariant through random histories', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const world = new World(life)
      world.play()
      checkLife(world)
    }),
    { numRuns: caseCount(1_500) },
  )
})

it('repeats a history deterministically', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const play = () => {
        const world = new World(life)
        world.play()
        return world.watch
      }
      expect(play()).toEqual(play())
    }),
    { numRuns: caseCount(60) },
  )
})
