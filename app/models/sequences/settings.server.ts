import type { Db } from '~/db.server'
import { localDay, startOfDay } from '~/engine/calendar'
import type { Sequence, SequenceChange } from './sequence'
import { getSequence, updateSequence } from './sequence.server'
import type { SequenceSettings } from './settings'

/** The start date of a sequence in its time zone, `YYYY-MM-DD`, or null. */
export const startDay = ({ startDate, timezone }: Pick<Sequence, 'startDate' | 'timezone'>): string | null =>
  startDate && localDay(startDate, timezone)

/**
 * Saves the Settings tab, or the few fields of Save as Draft. Writes only changed fields, so that saving unchanged timing does not
 * replan anything. The start date keeps its day when the time zone changes.
 */
export async function saveSettings(
  db: Db,
  userId: string,
  id: string,
  settings: SequenceSettings,
  now: Date,
): Promise<Sequence> {
  const before = await getSequence(db, userId, id)
  const { startDate, ...fields } = { startDate: startDay(before), ...settings }
  const moved = startDate !== startDay(before) || fields.timezone !== before.timezone
  const changed = Object.entries(fields).filter(
    ([key, value]) => comparable(value) !== comparable(before[key as keyof typeof fields]),
  )
  const change: SequenceChange = {
    ...Object.fromEntries(changed),
    ...(moved ? { startDate: startDate === null ? null : startOfDay(startDate, fields.timezone) } : {}),
  }
  return updateSequence(db, userId, id, change, now)
}

/** A field's value as a text. The order of a list, such as the ticked mailboxes, has no meaning. */
const comparable = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
