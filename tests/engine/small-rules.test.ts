import { describe, expect, it } from 'vitest'
import { fnv1a, jitter } from '~/engine/hash'
import { MAX_ATTEMPTS, retryAt } from '~/engine/retry'
import { nextStreak, reachesLimit } from '~/engine/streak'
import { utc } from './support/build'

describe('the not-opened streak', () => {
  it.each([
    ['not_opened', 3],
    ['nothing', 2],
    ['replied', 0],
  ] as const)('after %s', (outcome, expected) => {
    expect(nextStreak(2, outcome)).toBe(expected)
  })

  it('reaches its limit, if there is one', () => {
    expect([2, 3, 4].map((streak) => reachesLimit(streak, 3))).toEqual([false, true, true])
    expect(reachesLimit(99, 0)).toBe(false)
  })
})

describe('jitter', () => {
  it('is deterministic and covers its range', () => {
    expect(fnv1a('a')).toBe(fnv1a('a'))
    const values = Array.from({ length: 2_000 }, (_, index) => jitter(`id-${index}`, 10))
    const counts = Array.from({ length: 10 }, (_, value) => values.filter((one) => one === value).length)
    for (const count of counts) expect(count).toBeGreaterThan(120)
    expect(jitter('a', 0)).toBe(0)
  })
})

describe('retries', () => {
  const now = utc('2026-11-02T09:00:00')
  it('back off, honor the provider’s time and give up', () => {
    const waits = [1, 2, 3, 4].map((attempts) => retryAt(attempts, now, 'send-1')!.getTime() - now.getTime())
    for (const [index, minutes] of [1, 5, 30, 120].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(minutes * 60_000)
      expect(waits[index]).toBeLessThan(minutes * 75_000)
    }
    expect(retryAt(MAX_ATTEMPTS, now, 'send-1')).toBeNull()
    const named = utc('2026-11-03T00:00:00')
    expect(retryAt(1, now, 'send-1', named)).toEqual(named)
    expect(retryAt(1, now, 'send-1', utc('2026-11-01T00:00:00'))).toEqual(retryAt(1, now, 'send-1'))
  })
})
