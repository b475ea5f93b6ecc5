import { formatMoment } from '~/models/shared/format-time'

/** A moment formatted in a time zone; null if there is none. */
export const momentIn = (at: Date | null, timezone: string) =>
  at && { at: at.toISOString(), words: formatMoment(at, timezone) }
