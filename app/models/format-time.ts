/** A moment as the sending log shows it, 'MMM d, yyyy HH:mm', in an IANA zone. */
export function formatMoment(at: Date, timezone: string): string {
  const { month, day, year, hour, minute } = partsOf(at, timezone)
  return `${month} ${day}, ${year} ${hour}:${minute}`
}

/** A day, 'MMM d, yyyy', in an IANA zone. */
export function formatDay(at: Date, timezone: string): string {
  const { month, day, year } = partsOf(at, timezone)
  return `${month} ${day}, ${year}`
}

function partsOf(at: Date, timeZone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}
