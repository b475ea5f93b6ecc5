import { describe, expect, test } from 'vitest'
import { newcombe, wilson } from '~/models/reports/proportions'
import { variantVerdict } from '~/models/reports/variant-verdict'

/** Values of Newcombe, Statistics in Medicine 17 (1998), pages 857 and 873. */
describe('intervals of proportions', () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])('%i of %i', (part, whole, low, high) => {
    const found = wilson({ part, whole })
    expect(found.low).toBeCloseTo(low, 4)
    expect(found.high).toBeCloseTo(high, 4)
  })

  test('of nothing is everything', () => {
    expect(wilson({ part: 0, whole: 0 })).toEqual({ low: 0, high: 1 })
  })

  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
  ])('the difference of %i of %i and %i of %i', (a, ofA, b, ofB, low, high) => {
    const found = newcombe({ part: a, whole: ofA }, { part: b, whole: ofB })
    expect(found.low).toBeCloseTo(low, 4)
    expect(found.high).toBeCloseTo(high, 4)
  })
})

describe('the verdict on variants', () => {
  const of = (sent: number, replied: number, positive = 0) => ({ sent, replied, positive })
  test.each<[string, ReturnType<typeof of>[]]>([
    ['Too few emails to tell', [of(29, 20), of(500, 10)]],
    ['Too few emails to tell', [of(0, 0), of(0, 0)]],
    ['No difference yet', [of(200, 0), of(100, 0)]],
    ['No difference yet', [of(200, 10), of(100, 5)]],
    ['No difference yet', [of(100, 1), of(100, 8), of(200, 16)]],
    ['B is ahead on replies; not yet certain', [of(100, 8), of(100, 10)]],
    ['B is ahead on replies; not yet certain', [of(100, 8), of(100, 10), of(10, 10)]],
    ['B is ahead on replies, and that is unlikely to be chance', [of(500, 20), of(500, 45)]],
    ['A is ahead on replies, and that is unlikely to be chance', [of(500, 45), of(500, 20)]],
    // Certain between two, but not as the best of five.
    ['B is ahead on replies, and that is unlikely to be chance', [of(300, 12), of(300, 26)]],
    [
      'B is ahead on replies; not yet certain',
      [of(300, 12), of(300, 26), of(300, 1), of(300, 1), of(300, 1)],
    ],
    ['A is ahead on replies, and that is unlikely to be chance', [of(500, 90, 2), of(500, 20, 7)]],
    ['B is ahead on positive replies, and that is unlikely to be chance', [of(500, 90, 2), of(500, 20, 18)]],
    ['B is ahead on positive replies; not yet certain', [of(500, 90, 4), of(500, 20, 6)]],
  ])('%s: %j', (sentence, variants) => {
    const lettered = variants.map((variant, index) => ({ ...variant, letter: 'ABCDE'[index]! }))
    expect(variantVerdict(lettered)).toBe(sentence)
  })
})
