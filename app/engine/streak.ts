/** The effect of a decided window or a reply on the streak. `nothing` means no evidence, or nothing new. */
export type StreakOutcome = 'not_opened' | 'replied' | 'nothing'

/**
 * The contact's new `notOpenedStreak`: an unopened email adds 1, and a reply resets it to 0. A window without evidence (tracking off,
 * or only machine hits) does not change it. Neither does the window of an opened email: the open itself reset the streak when it
 * arrived, and another email may have gone unopened since.
 */
export function nextStreak(current: number, outcome: StreakOutcome): number {
  if (outcome === 'nothing') return current
  return outcome === 'not_opened' ? current + 1 : 0
}

/** Whether the streak has reached the user's `maxContinuousNotOpens` (0 disables the rule). */
export function reachesLimit(streak: number, maxNotOpens: number): boolean {
  return maxNotOpens > 0 && streak >= maxNotOpens
}
