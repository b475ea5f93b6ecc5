import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fnv1a } from '~/engine/hash'
import { chooseVariant, type VariantKey, type Weighted } from '~/engine/variant'
import { caseCount } from '../support/sizes'

interface Named extends Weighted {
  name: string
}

const off = (name: string, weight = 1): Named => ({ name, weight, active: false })
const on = (name: string, weight = 1): Named => ({ name, weight, active: true })
const key = (enrollmentId: string, visit = 1, stepId = 'step'): VariantKey => ({
  enrollmentId,
  stepId,
  visit,
})
const nameOf = (variants: Named[], of: VariantKey) => chooseVariant(variants, of)?.name ?? null

/**
 * A second, slow way to choose: the range of hashes is divided among the active variants, each gets as many parts as its weight, and
 * exact arithmetic finds the part that the hash is in.
 */
function chooseSlowly(variants: Named[], { enrollmentId, stepId, visit }: VariantKey): string | null {
  const parts = variants.flatMap(({ name, weight, active }) =>
    active ? Array.from({ length: weight }, () => name) : [],
  )
  const hash = BigInt(fnv1a(['variant', enrollmentId, stepId, visit].join(':')))
  const all = 2n ** 32n
  const part = parts.findIndex((_, index) => hash * BigInt(parts.length) < BigInt(index + 1) * all)
  return parts[part] ?? null
}

const weighted = fc.record({ weight: fc.integer({ min: 1, max: 100 }), active: fc.boolean() })
const variants = fc
  .array(weighted, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((one, index): Named => ({ ...one, name: 'ABCDE'[index]! })))
const keys = fc.record({ enrollmentId: fc.uuid(), stepId: fc.uuid(), visit: fc.integer({ min: 1, max: 3 }) })

describe('the variant of a send', () => {
  it.each<[string, Named[], (string | null)[]]>([
    ['is the only one', [on('A', 7)], ['A', 'A', 'A', 'A', 'A', 'A', 'A', 'A']],
    ['is one of two', [on('A'), on('B')], ['A', 'B', 'A', 'B', 'A', 'B', 'B', 'B']],
    ['follows the weights', [on('A', 1), on('B', 99)], ['B', 'B', 'B', 'B', 'B', 'B', 'B', 'B']],
    [
      'does not depend on the scale of the weights',
      [on('A', 50), on('B', 50)],
      ['A', 'B', 'A', 'B', 'A', 'B', 'B', 'B'],
    ],
    ['is never an inactive one', [off('A', 100), on('B')], ['B', 'B', 'B', 'B', 'B', 'B', 'B', 'B']],
    [
      'is chosen as if inactive ones did not exist',
      [on('A'), off('X', 50), on('B')],
      ['A', 'B', 'A', 'B', 'A', 'B', 'B', 'B'],
    ],
    [
      'does not exist if none is active',
      [off('A'), off('B')],
      [null, null, null, null, null, null, null, null],
    ],
    ['does not exist without variants', [], [null, null, null, null, null, null, null, null]],
  ])('%s', (_, all, expected) => {
    expect(expected.map((_, index) => nameOf(all, key(`enrollment ${index}`)))).toEqual(expected)
  })

  it('may differ by enrollment, step and visit', () => {
    const all = [on('A'), on('B')]
    const differs = (of: (n: number) => VariantKey) =>
      new Set(Array.from({ length: 20 }, (_, n) => nameOf(all, of(n)))).size === 2
    expect(differs((n) => key(`enrollment ${n}`))).toBe(true)
    expect(differs((n) => key('enrollment', 1, `step ${n}`))).toBe(true)
    expect(differs((n) => key('enrollment', n))).toBe(true)
  })

  it('is always an active one, the same each time, and the one that the slow way finds', () => {
    fc.assert(
      fc.property(variants, keys, (all, of) => {
        const chosen = chooseVariant(all, of)
        expect(chosen?.name ?? null).toBe(chooseSlowly(all, of))
        expect(chooseVariant(all, { ...of })).toBe(chosen)
        expect(chosen?.active ?? false).toBe(all.some(({ active }) => active))
      }),
      { numRuns: caseCount(10_000) },
    )
  })

  it('is distributed by the weights', () => {
    const runs = 4000
    fc.assert(
      fc.property(variants, fc.uuid(), (all, seed) => {
        const counts = new Map<string, number>()
        for (let n = 0; n < runs; n++) {
          const name = nameOf(all, key(`${seed}${n}`))
          if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
        }
        const total = all.reduce((sum, { weight, active }) => sum + (active ? weight : 0), 0)
        for (const { name, weight, active } of all) {
          const share = active ? weight / total : 0
          // Five standard deviations, and more where few are expected.
          const tolerance = share === 0 ? 0 : 5 + 5 * Math.sqrt(runs * share * (1 - share))
          expect(Math.abs((counts.get(name) ?? 0) - runs * share)).toBeLessThanOrEqual(tolerance)
        }
      }),
      { numRuns: caseCount(100) },
    )
  })
})
