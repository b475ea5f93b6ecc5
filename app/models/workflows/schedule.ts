import { nextRun } from '~/engine/next-run'
import type { Workflow } from './workflow'

/** What of a workflow says when it runs. */
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

/** The first run, from which the others are counted: the date it was given, else the moment of its first activation. */
export function anchorOf({ startStrategy, startAt, anchorAt }: Schedule, now: Date): Date {
  if (startStrategy === 'scheduled' && startAt) return startAt
  // One that lies ahead was the date of a start that is not scheduled any more.
  return anchorAt && anchorAt <= now ? anchorAt : now
}

/** The run that follows after `after` in calendar terms; null where there is none. */
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
 * The next run of a workflow that is active from `now` on. What never ran does so at its first run's time, or now where that
 * is past; what did goes on at its next time: those that a pause or an edit passed over are not made up for.
 */
export function planRun(schedule: Schedule, now: Date): Date | null {
  if (schedule.lastRunAt) return runAfter(schedule, now)
  const anchor = anchorOf(schedule, now)
  const first = anchor > now ? anchor : now
  return !schedule.isEndless && schedule.endAt && first > schedule.endAt ? null : first
}
