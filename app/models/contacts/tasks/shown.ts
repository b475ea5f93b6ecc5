import type { Task } from './task'

const DAY = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  timeZone: 'UTC',
})

/** A task as lists show it. @param today `YYYY-MM-DD`, of the user */
export function shownTask({ id, title, contactId, contactName, dueOn, done }: Task, today: string) {
  const isToday = dueOn === today
  return {
    ...{ id, title, contactId, contactName, done },
    day: isToday ? 'Today' : DAY.format(new Date(`${dueOn}T00:00:00Z`)),
    isLate: !done && dueOn < today,
  }
}
