/** Formats a time as 'MMM d, yyyy HH:mm' in an IANA time zone. */
export function formatMoment(at: Date, timezone: string): string {
  const { month, day, year, hour, minute } = partsOf(at, timezone)
  return `${month} ${day}, ${year} ${hour}:${minute}`
}

/** Formats a day as 'MMM d, yyyy' in an IANA time zone. */
export function formatDay(at: Date, timezone: string): string {
  const { month, day, year } = partsOf(at, timezone)
  return `${month} ${day}, ${year}`
}

/** Cached by time zone: creating a format takes a hundred times longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

const partsOf = (at: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
