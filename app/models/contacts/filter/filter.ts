import { invalid } from '~/errors'
import { nearestName } from '~/models/shared/spelling'
import { CONTACT_FIELDS, FIELD_NAMES, type FieldName } from '../fields'
import type { OwnField, OwnFieldType } from '../own-fields/type'
import { type FieldValue, isDate, readValue } from '../own-fields/value'

/** What the values of a field are, and so how it can be compared. */
export type FilterKind =
  | 'text'
  | 'number'
  | 'date'
  | 'boolean'
  | 'moment'
  | 'tags'
  | 'list'
  | 'sequence'
  | 'status'

const EMPTY = ['isEmpty', 'isNotEmpty'] as const
const SAME = ['is', 'isNot'] as const
const DAYS = ['inLastDays', 'notInLastDays'] as const

/** The operators that fit each kind. */
export const OPERATORS = {
  text: [...SAME, 'contains', 'startsWith', ...EMPTY],
  number: [...SAME, 'greaterThan', 'lessThan', ...EMPTY],
  date: [...SAME, 'before', 'after', ...DAYS, ...EMPTY],
  boolean: [...SAME, ...EMPTY],
  moment: ['before', 'after', ...DAYS, ...EMPTY],
  tags: [...SAME, 'contains', ...EMPTY],
  list: [...SAME, ...EMPTY],
  sequence: [...SAME, ...EMPTY],
  status: SAME,
} as const satisfies Record<FilterKind, readonly string[]>

type FilterOperator = (typeof OPERATORS)[FilterKind][number]

/** What became of a contact in a sequence. `stopped` is for any reason; a contact that replied or bounced may be in any state. */
export const OUTCOMES = ['active', 'completed', 'stopped', 'replied', 'bounced'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The statuses of contacts; each has one. */
export const FILTER_STATUSES = ['active', 'bounced', 'unsubscribed', 'suppressed'] as const

/** A checked condition. `value` fits the kind and the operator, and is absent where the operator takes none. */
export interface Condition {
  field: string
  kind: FilterKind
  op: FilterOperator
  value?: FieldValue
  outcome?: Outcome
}

/** A checked filter: all or any of its parts hold. `all` of none holds for every contact, `any` of none for no contact. */
export interface Filter {
  match: 'all' | 'any'
  parts: (Condition | Filter)[]
}

export const isGroup = (part: Condition | Filter): part is Filter => 'parts' in part

/** The most levels and conditions of a filter. */
const MAX_LEVELS = 3
const MAX_CONDITIONS = 20
const MAX_TEXT = 2000
/** A hundred years. */
const MAX_DAYS = 36_500

const OTHER_KINDS: Record<string, FilterKind> = {
  industry: 'text',
  tags: 'tags',
  personaId: 'list',
  sequenceId: 'sequence',
  status: 'status',
  emailDomain: 'text',
  createdAt: 'moment',
  lastEmailedAt: 'moment',
  lastRepliedAt: 'moment',
  emailsSent: 'number',
}

const KIND_OF_TYPE: Record<OwnFieldType, FilterKind> = {
  ...{ text: 'text', url: 'text', choice: 'text' },
  ...{ number: 'number', date: 'date', boolean: 'boolean' },
}

export const CUSTOM = 'custom.'

/** The fields that every contact has, with their kinds. */
export const BUILT_IN: Record<string, FilterKind> = {
  ...Object.fromEntries(FIELD_NAMES.map((name) => [name, 'text' as const])),
  ...OTHER_KINDS,
}

/** What the values of a field are; null if contacts have no such field. @param own the user's own fields */
export function kindOf(field: string, own: readonly OwnField[]): FilterKind | null {
  const found = field.startsWith(CUSTOM)
    ? own.find(({ key }) => key === field.slice(CUSTOM.length))
    : undefined
  if (found) return KIND_OF_TYPE[found.type]
  return Object.hasOwn(BUILT_IN, field) ? BUILT_IN[field]! : null
}

/** Says that contacts have no such field, and which one was probably meant. */
export function unknownField(field: string, own: readonly OwnField[]): string {
  const meant = nearestName(field, [...Object.keys(BUILT_IN), ...own.map(({ key }) => CUSTOM + key)])
  return `Contacts have no field ${field}${meant ? `: did you mean ${meant}?` : ''}`
}

/** Whether a field is a column of the contact that people fill in. */
export const isColumn = (field: string): field is FieldName => Object.hasOwn(CONTACT_FIELDS, field)

/**
 * Checks a filter: `{"all": […]}` or `{"any": […]}` of conditions `{field, op, value}` and further filters.
 * @param own the user's own fields
 * @throws AppError INVALID, which names what is wrong
 */
export function checkFilter(given: unknown, own: readonly OwnField[]): Filter {
  let conditions = 0
  const group = (part: unknown, level: number): Filter => {
    const entries = isObject(part) ? Object.entries(part) : []
    const [match, parts] = entries[0] ?? []
    if ((match !== 'all' && match !== 'any') || entries.length > 1 || !Array.isArray(parts))
      return refuse('A filter is {"all": […]} or {"any": […]}')
    if (level > MAX_LEVELS) refuse(`A filter has at most ${MAX_LEVELS} levels`)
    return {
      match,
      parts: parts.map((inner: unknown) => {
        if (isObject(inner) && ('all' in inner || 'any' in inner)) return group(inner, level + 1)
        if (++conditions > MAX_CONDITIONS) refuse(`A filter has at most ${MAX_CONDITIONS} conditions`)
        return checkCondition(inner, own)
      }),
    }
  }
  return group(given, 1)
}

/** The same for the JSON of a query. */
export function parseFilter(text: string, own: readonly OwnField[]): Filter {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    refuse('The filter is not JSON')
  }
  return checkFilter(given, own)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refuse = (message: string): never => invalid(message, 'filter')

const PARTS = ['field', 'op', 'value', 'outcome']

function checkCondition(given: unknown, own: readonly OwnField[]): Condition {
  if (!isObject(given)) return refuse('A condition is {"field": …, "op": …, "value": …}')
  const unknown = Object.keys(given).find((key) => !PARTS.includes(key))
  if (unknown !== undefined) refuse(`Unknown part of a condition: ${unknown.slice(0, 100)}`)
  const field =
    typeof given.field === 'string' ? given.field.slice(0, 200) : refuse('A condition needs a field')
  const kind = kindOf(field, own)
  if (!kind) return refuse(unknownField(field, own))
  const operators: readonly string[] = OPERATORS[kind]
  if (!operators.includes(String(given.op)))
    refuse(`${field} cannot be compared with ${String(given.op).slice(0, 50)}: use ${operators.join(', ')}`)
  const op = given.op as FilterOperator
  const { outcome } = given
  if (outcome !== undefined && (kind !== 'sequence' || !SAME.some((same) => same === op)))
    refuse(`${field} ${op} has no outcome`)
  if (outcome !== undefined && !OUTCOMES.some((known) => known === outcome))
    refuse(`outcome is one of ${OUTCOMES.join(', ')}`)
  const isAlone = EMPTY.some((alone) => alone === op)
  if (isAlone && given.value !== undefined) refuse(`${field} ${op} takes no value`)
  return {
    ...{ field, kind, op },
    ...(isAlone ? {} : { value: checkValue(field, kind, op, given.value) }),
    ...(outcome === undefined ? {} : { outcome: outcome as Outcome }),
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A value that fits the kind and the operator. */
function checkValue(field: string, kind: FilterKind, op: FilterOperator, value: unknown): FieldValue {
  const wrong = (needed: string): never => refuse(`${field} ${op} needs ${needed}`)
  if (DAYS.some((days) => days === op))
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_DAYS
      ? value
      : wrong(`a number of days from 1 to ${MAX_DAYS}`)
  switch (kind) {
    case 'number':
    case 'boolean': {
      const isFit = typeof value === kind && !(typeof value === 'number' && !Number.isFinite(value))
      return isFit ? (value as FieldValue) : wrong(kind === 'number' ? 'a number' : 'true or false')
    }
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : wrong('a date such as 2026-12-31')
    case 'moment':
      return toMoment(value) ?? wrong('a date or a moment such as 2026-12-31T10:00:00Z')
    case 'list':
    case 'sequence':
      return typeof value === 'string' && ID.test(value) ? value : wrong('an id')
    case 'status':
      return (
        FILTER_STATUSES.find((status) => status === value) ?? wrong(`one of ${FILTER_STATUSES.join(', ')}`)
      )
    default: {
      if (typeof value !== 'string' || value.includes('\0')) return wrong('a text')
      const read = readValue({ type: 'text', options: [] }, value)
      return 'problem' in read || read.value === null
        ? wrong(`a text of 1 to ${MAX_TEXT} characters`)
        : read.value
    }
  }
}

/** A day as it is, and a moment in UTC, because PostgreSQL knows fewer offsets than JavaScript; null for anything else. */
function toMoment(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (isDate(value)) return value
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2})$/.test(value) || !isDate(value.slice(0, 10)))
    return null
  const at = new Date(value)
  return !Number.isNaN(at.getTime()) && isDate(at.toISOString().slice(0, 10)) ? at.toISOString() : null
}
