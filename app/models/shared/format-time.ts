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

/** One for each zone that was asked for: to make one takes a hundred times longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

const partsOf = (at: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
