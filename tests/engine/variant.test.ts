import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseVariant, type VariantKey, type Weighted } from '~/engine/variant'
import { caseCount } from '../support/sizes'

interface Named extends Weighted {
  name: string
}

const off = (name: string, weight = 1): Named => ({ name, weight, active: false })
const on = (name: string, weight = 1): Named => ({ name, weight, active: true })
const key = (n: number): VariantKey => ({ enrollmentId: `enrollment ${n}`, stepId: 'step', visit: 1 })

/** Chooses for so many emails, one after the other. @returns how often each was chosen */
function chooseFor(variants: Named[], emails: number, counts: Record<string, number> = {}) {
  const after = { ...counts }
  for (let n = 0; n < emails; n += 1) {
    const chosen = chooseVariant(variants, ({ name }) => after[name] ?? 0, key(n))
    if (chosen) after[chosen.name] = (after[chosen.name] ?? 0) + 1
  }
  return after
}

const weighted = fc.record({ weight: fc.integer({ min: 1, max: 100 }), active: fc.boolean() })
const variants = fc
  .array(weighted, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((one, index): Named => ({ ...one, name: 'ABCDE'[index]! })))

describe('the variant of a send', () => {
  it.each<[string, Named[], Record<string, number>, Record<string, number>]>([
    ['is the only one', [on('A', 7)], {}, { A: 20 }],
    ['is balanced', [on('A'), on('B')], {}, { A: 10, B: 10 }],
    ['follows the weights', [on('A', 1), on('B', 3)], {}, { A: 5, B: 15 }],
    ['does not depend on the scale of the weights', [on('A', 50), on('B', 50)], {}, { A: 10, B: 10 }],
    ['is never an inactive one', [off('A', 100), on('B')], {}, { B: 20 }],
    [
      'is chosen as if inactive ones did not exist',
      [on('A'), off('X', 50), on('B')],
      { X: 9 },
      { A: 10, X: 9, B: 10 },
    ],
    ['makes up for what a variant lacks', [on('A'), on('B')], { A: 12 }, { A: 16, B: 16 }],
    ['follows weights that changed', [on('A', 1), on('B', 9)], { A: 10, B: 10 }, { A: 10, B: 30 }],
    ['does not exist if none is active', [off('A'), off('B')], {}, {}],
    ['does not exist without variants', [], {}, {}],
  ])('%s', (_, all, before, expected) => {
    expect(chooseFor(all, 20, before)).toEqual(expected)
  })

  it('does not follow the order of the contacts where several are equally far behind', () => {
    const first = (n: number) => chooseVariant([on('A'), on('B')], () => 0, key(n))?.name
    expect(new Set(Array.from({ length: 20 }, (_, n) => first(n)))).toEqual(new Set(['A', 'B']))
    expect(first(7)).toBe(first(7))
  })

  it('is never far from its share, whatever the weights', () => {
    fc.assert(
      fc.property(variants, fc.integer({ min: 0, max: 200 }), (all, emails) => {
        const counts = chooseFor(all, emails)
        const total = all.reduce((sum, { weight, active }) => sum + (active ? weight : 0), 0)
        for (const { name, weight, active } of all) {
          const share = active ? (emails * weight) / total : 0
          expect(Math.abs((counts[name] ?? 0) - share)).toBeLessThan(active ? 2 : 1)
        }
      }),
      { numRuns: caseCount(2000) },
    )
  })
})
