import { formatMoment } from '~/models/shared/format-time'

/** A moment as screens show it in a zone; null where there is none. */
export const momentIn = (at: Date | null, timezone: string) =>
  at && { at: at.toISOString(), words: formatMoment(at, timezone) }
