/** What a decided window, an open or a reply says about a contact; `unknown` when nothing could be seen. */
export type StreakOutcome = 'not_opened' | 'opened' | 'replied' | 'unknown'

/**
 * The contact's new `notOpenedStreak`: a counted open or a reply sets it to 0, an unopened mail adds 1, and
 * a window without evidence (tracking off, machine hits alone) leaves it as it is.
 */
export function nextStreak(current: number, outcome: StreakOutcome): number {
  if (outcome === 'unknown') return current
  return outcome === 'not_opened' ? current + 1 : 0
}

/** True when the streak has reached the user's `maxContinuousNotOpens` (0 switches the rule off). */
export function reachesLimit(streak: number, maxNotOpens: number): boolean {
  return maxNotOpens > 0 && streak >= maxNotOpens
}
