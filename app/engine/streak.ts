/** What a decided window or a reply says about a contact; `nothing` when it says nothing, or nothing new. */
export type StreakOutcome = 'not_opened' | 'replied' | 'nothing'

/**
 * The contact's new `notOpenedStreak`: an unopened mail adds 1, a reply sets it to 0. A window without evidence (tracking
 * off, machine hits alone) leaves it as it is. So does that of an opened mail: the open itself set the streak to 0 when it
 * came, and another mail may have stayed unopened since.
 */
export function nextStreak(current: number, outcome: StreakOutcome): number {
  if (outcome === 'nothing') return current
  return outcome === 'not_opened' ? current + 1 : 0
}

/** True when the streak has reached the user's `maxContinuousNotOpens` (0 switches the rule off). */
export function reachesLimit(streak: number, maxNotOpens: number): boolean {
  return maxNotOpens > 0 && streak >= maxNotOpens
}
