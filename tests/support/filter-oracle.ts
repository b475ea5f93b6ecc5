import { Temporal } from 'temporal-polyfill'
import { type Condition, CUSTOM, type Filter, isGroup } from '~/models/contacts/filter/filter'
import type { FilterTime } from '~/models/contacts/filter/filter.server'

/** What the oracle knows about a contact. */
export interface Person {
  texts: Record<string, string | null>
  custom: Record<string, string | number | boolean>
  tags: string[]
  status: string
  listIds: string[]
  enrollments: { sequenceId: string; status: string; hasReplied: boolean; hasBounced: boolean }[]
  createdAt: Date
  emailedAt: Date[]
  repliedAt: Date[]
}

/** Whether a contact passes a filter, in plain TypeScript: what the statements of the product must agree with. */
export const passes = ({ match, parts }: Filter, person: Person, time: FilterTime): boolean => {
  const results = parts.map((part) =>
    isGroup(part) ? passes(part, person, time) : meets(part, person, time),
  )
  return match === 'all' ? !results.includes(false) : results.includes(true)
}

const latest = (moments: Date[]) => (moments.length === 0 ? null : new Date(Math.max(...moments.map(Number))))

/** The value of a field; null without one. */
function read({ field, kind }: Condition, person: Person): string | number | boolean | Date | null {
  if (field === 'emailsSent') return person.emailedAt.length
  if (field === 'createdAt') return person.createdAt
  if (field === 'lastEmailedAt') return latest(person.emailedAt)
  if (field === 'lastRepliedAt') return latest(person.repliedAt)
  if (field === 'emailDomain') return person.texts.email!.split('@')[1]!.toLowerCase()
  const value = field.startsWith(CUSTOM) ? person.custom[field.slice(CUSTOM.length)] : person.texts[field]
  if (kind === 'text') return String(value ?? '').trim() || null
  return value ?? null
}

function meets(condition: Condition, person: Person, time: FilterTime): boolean {
  const { kind, op, outcome } = condition
  const given = condition.value
  if (kind === 'status') return (person.status === given) === (op === 'is')
  if (kind === 'tags' || kind === 'list' || kind === 'sequence') {
    const all =
      kind === 'tags'
        ? person.tags
        : kind === 'list'
          ? person.listIds
          : person.enrollments.filter((one) => isOutcome(one, outcome)).map((one) => one.sequenceId)
    if (op === 'isEmpty') return all.length === 0
    if (op === 'isNotEmpty') return all.length > 0
    if (op === 'contains')
      return all.some((one) => one.toLowerCase().includes(String(given).trim().toLowerCase()))
    return all.includes(String(given)) === (op === 'is')
  }
  const value = read(condition, person)
  if (op === 'isEmpty') return value === null
  if (op === 'isNotEmpty') return value !== null
  if (value === null) return op === 'isNot' || op === 'notInLastDays'
  if (op === 'is') return same(value, given)
  if (op === 'isNot') return !same(value, given)
  if (op === 'contains') return String(value).toLowerCase().includes(String(given).trim().toLowerCase())
  if (op === 'startsWith') return String(value).toLowerCase().startsWith(String(given).toLowerCase())
  if (op === 'greaterThan') return Number(value) > Number(given)
  if (op === 'lessThan') return Number(value) < Number(given)
  if (op === 'inLastDays') return isRecent(value, Number(given), time)
  if (op === 'notInLastDays') return !isRecent(value, Number(given), time)
  if (!(value instanceof Date))
    return op === 'before' ? String(value) < String(given) : String(value) > String(given)
  const day = /^\d{4}-\d\d-\d\d$/.test(String(given)) ? Temporal.PlainDate.from(String(given)) : null
  const start = (days: number) =>
    day!.add({ days }).toZonedDateTime({ timeZone: time.timezone }).epochMilliseconds
  if (op === 'before') return value.getTime() < (day ? start(0) : Date.parse(String(given)))
  return day ? value.getTime() >= start(1) : value.getTime() > Date.parse(String(given))
}

const isOutcome = (one: Person['enrollments'][number], outcome: Condition['outcome']) =>
  !outcome ||
  (outcome === 'replied' ? one.hasReplied : outcome === 'bounced' ? one.hasBounced : one.status === outcome)

const same = (value: unknown, given: unknown) =>
  typeof value === 'string' ? value.toLowerCase() === String(given).toLowerCase() : value === given

/** Whether a moment, or a day, is among the last ones. */
function isRecent(value: unknown, days: number, { now, timezone }: FilterTime): boolean {
  if (value instanceof Date)
    return value.getTime() > now.getTime() - days * 86_400_000 && value.getTime() <= now.getTime()
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
  const age = today.since(Temporal.PlainDate.from(String(value)), { largestUnit: 'days' }).days
  return age >= 0 && age < days
}
