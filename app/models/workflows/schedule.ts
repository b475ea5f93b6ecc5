import { nextRun } from '~/engine/next-run'
import type { Workflow } from './workflow'

/** The fields of a workflow that determine when it runs. */
export type Schedule = Pick<
  Workflow,
  | 'startStrategy'
  | 'startAt'
  | 'frequencyType'
  | 'frequencyInterval'
  | 'endAt'
  | 'isEndless'
  | 'timezone'
  | 'lastRunAt'
> & { anchorAt: Date | null }

/** The time of the first run, from which all others are counted: the scheduled start, else the first activation. */
export function anchorOf({ startStrategy, startAt, anchorAt }: Schedule, now: Date): Date {
  if (startStrategy === 'scheduled' && startAt) return startAt
  // A future anchor is left from a scheduled start that was removed.
  return anchorAt && anchorAt <= now ? anchorAt : now
}

/** The first run after `after`, or null. */
export function runAfter(schedule: Schedule, after: Date): Date | null {
  const { frequencyType, frequencyInterval, timezone, isEndless, endAt } = schedule
  return nextRun(
    {
      anchor: anchorOf(schedule, after),
      frequency: frequencyType,
      interval: frequencyInterval,
      zone: timezone,
      endAt: isEndless ? null : endAt,
    },
    after,
  )
}

/**
 * The next run of a workflow that is activated or edited at `now`. If it never ran, that is the time of its first run, or `now` if
 * that is past. Otherwise it is the next regular time: runs missed during a pause are not made up for.
 */
export function planRun(schedule: Schedule, now: Date): Date | null {
  if (schedule.lastRunAt) return runAfter(schedule, now)
  const anchor = anchorOf(schedule, now)
  const first = anchor > now ? anchor : now
  return !schedule.isEndless && schedule.endAt && first > schedule.endAt ? null : first
}
