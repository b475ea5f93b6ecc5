import { describe, expect, test } from 'vitest'
import { labelledDays, pathOf, placeOf, ticksOf } from '~/components/reports/day-scale'

describe('the scale of the daily chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [21, [0, 10, 20, 30]],
    [1234, [0, 500, 1000, 1500]],
  ])('has round ticks up to %i', (most, ticks) => {
    expect(ticksOf(most)).toEqual(ticks)
  })

  test('has at most five ticks, the last at or above the maximum', () => {
    for (let most = 0; most < 5000; most += 7) {
      const ticks = ticksOf(most)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    }
  })

  test('spans from the left to the right edge', () => {
    expect(pathOf([0, 5, 10], 10)).toBe('M0 200L500 100L1000 0')
    expect(pathOf([10, 0], 10, 'dots')).toBe('M0 0h0M1000 200h0')
    expect(pathOf([10], 10, 'dots')).toBe('M500 0h0')
    expect(placeOf(0, 1)).toBe(50)
  })

  test('leaves out days without emails: a gap in the line, and a dot for a day between two', () => {
    expect(pathOf([10, 5, null, 10, null, null, 0, 10], 10)).toBe('M0 0L142.9 100M428.6 0h0M857.1 200L1000 0')
    expect(pathOf([null, 10], 10, 'dots')).toBe('M1000 0h0')
  })

  test('labels at most four days within the edges', () => {
    expect(labelledDays(0)).toEqual([])
    expect(labelledDays(1)).toEqual([{ index: 0, side: 'middle' }])
    expect(labelledDays(2).map(({ side }) => side)).toEqual(['start', 'end'])
    expect(labelledDays(90).map(({ index }) => index)).toEqual([0, 30, 59, 89])
  })

  test('spaces the labels of few days evenly', () => {
    const named = (count: number) => labelledDays(count).map(({ index }) => index)
    expect([3, 4, 5, 6, 7, 9].map(named)).toEqual([
      [0, 1, 2],
      [0, 1, 2, 3],
      [0, 2, 4],
      [0, 5],
      [0, 2, 4, 6],
      [0, 4, 8],
    ])
  })
})
