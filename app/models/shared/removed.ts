const DAY_MS = 86_400_000

const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** How long something was kept, in whole days. */
const keptFor = (since: Date, removedAt: Date): string =>
  inDays(Math.max(0, Math.floor((removedAt.getTime() - since.getTime()) / DAY_MS)))

/** What is shown in place of a text that was removed for its age (app/models/retention). */
export const textRemoved = (since: Date, removedAt: Date): string =>
  `The text was removed after ${keptFor(since, removedAt)}.`

/** Says that the decisions about an enrollment were removed for their age; null if they were not. */
export const historyRemoved = ({
  completedAt,
  enrolledAt,
  historyRemovedAt,
}: {
  completedAt: Date | null
  enrolledAt: Date
  historyRemovedAt: Date | null
}): string | null =>
  historyRemovedAt &&
  `The decisions were removed ${keptFor(completedAt ?? enrolledAt, historyRemovedAt)} after the contact had left the sequence.`
