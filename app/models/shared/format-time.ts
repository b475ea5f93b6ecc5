/** Formats a time as 'MMM d, yyyy HH:mm' in an IANA time zone. */
export function formatMoment(at: Date, timezone: string): string {
  const { month, day, year, hour, minute } = partsOf(at, timezone)
  return `${month} ${day}, ${year} ${hour}:${minute}`
}

/** Formats a time as ISO 8601 with the offset of an IANA time zone: '2026-11-26T21:05:00+01:00'. */
export function formatIso(at: Date, timezone: string): string {
  const offset = offsetOf(timezone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace('GMT', '')
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  const east = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
  const local = new Date(at.getTime() + east * 60_000).toISOString().slice(0, 19)
  return `${local}${east === 0 ? 'Z' : offset}`
}

/** Formats a day as 'MMM d, yyyy' in an IANA time zone. */
export function formatDay(at: Date, timezone: string): string {
  const { month, day, year } = partsOf(at, timezone)
  return `${month} ${day}, ${year}`
}

/** Formats of one kind, cached by time zone: creating one takes a hundred times longer than using it. */
function formatsWith(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const known = formats.get(timeZone)
    if (known) return known
    const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    formats.set(timeZone, format)
    return format
  }
}

const offsetOf = formatsWith({ timeZoneName: 'longOffset' })
const momentOf = formatsWith({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const partsOf = (at: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    momentOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
