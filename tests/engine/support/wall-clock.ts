/**
 * A slow oracle for wall-clock rules that shares nothing with the engine: it reads the zone through Intl and
 * finds instants by walking over them.
 */

const MINUTE = 60_000
const DAY = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, format)
  return format
}

function read(at: number, zone: string): { date: string; minute: number } {
  const [date = '', time = ''] = formatOf(zone).format(at).split(', ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { date, minute: hours * 60 + minutes }
}

const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
const weekendDate = (date: string) => [0, 6].includes(new Date(date).getUTCDay())

/** The first instant with the local time `minute` of `date`; within a gap, later by the length of the gap. */
function find(date: string, minute: number, zone: string): number {
  const guess = Date.parse(date) + minute * MINUTE
  const hits = [...Array(29 * 4 + 1).keys()]
    .map((quarter) => guess - 15 * 3_600_000 + quarter * 15 * MINUTE)
    .filter((at) => {
      const local = read(at, zone)
      return local.date === date && local.minute === minute
    })
  if (hits[0] !== undefined) return hits[0]
  return find(date, minute - 60, zone) + 60 * MINUTE
}

interface Timing {
  delayDays: number
  sendHour: number
  sendMinute: number
  skipWeekends: boolean
}

export const wallClock = {
  day: (at: Date, zone: string): string => read(at.getTime(), zone).date,
  isWeekend: (at: Date, zone: string): boolean => weekendDate(read(at.getTime(), zone).date),
  due(step: Timing, moment: Date, zone: string): Date {
    const minute = step.sendHour * 60 + step.sendMinute
    let date = addDays(read(moment.getTime(), zone).date, step.delayDays)
    if (find(date, minute, zone) < moment.getTime()) date = addDays(date, 1)
    while (step.skipWeekends && weekendDate(date)) date = addDays(date, 1)
    return new Date(find(date, minute, zone))
  },
}
