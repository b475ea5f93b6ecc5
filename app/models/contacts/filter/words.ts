import { FIELD_LABELS, type FieldName } from '../fields'
import type { OwnField } from '../own-fields/type'
import { type Condition, CUSTOM, type Filter, isColumn, isGroup } from './filter'

const LABELS: Record<string, string> = {
  industry: 'Industry',
  tags: 'Tags',
  personaId: 'Email list',
  sequenceId: 'Sequence',
  status: 'Status',
  emailDomain: 'Email domain',
  createdAt: 'Added',
  updatedAt: 'Changed',
  lastEmailedAt: 'Last emailed',
  lastRepliedAt: 'Last reply',
  emailsSent: 'Emails sent',
  notOpenedStreak: 'Unopened emails in a row',
}

/** What people call a field. @param own the user's own fields */
export function labelOf(field: string, own: readonly Pick<OwnField, 'key' | 'name'>[]): string {
  if (field.startsWith(CUSTOM))
    return own.find(({ key }) => key === field.slice(CUSTOM.length))?.name ?? field.slice(CUSTOM.length)
  return isColumn(field) ? FIELD_LABELS[field as FieldName] : (LABELS[field] ?? field)
}

/** The operators as a part of a sentence. */
export const OPERATOR_WORDS: Record<Condition['op'], string> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  startsWith: 'starts with',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  greaterThan: 'is greater than',
  lessThan: 'is less than',
  before: 'is before',
  after: 'is after',
  inLastDays: 'is in the last days:',
  notInLastDays: 'is not in the last days:',
}

export const OUTCOME_WORDS = {
  active: 'active',
  completed: 'completed',
  stopped: 'stopped',
  replied: 'replied',
  bounced: 'bounced',
} as const

/** Names of lists and sequences by their ids. */
export type NamesById = Readonly<Record<string, string>>

/** A filter as a sentence: `Title contains "CTO" and (City is "Berlin" or City is empty)`. */
export function filterInWords(filter: Filter, own: readonly OwnField[], names: NamesById): string {
  const parts = filter.parts.map((part) =>
    isGroup(part) ? `(${filterInWords(part, own, names)})` : conditionInWords(part, own, names),
  )
  return parts.length === 0
    ? filter.match === 'all'
      ? 'every contact'
      : 'no contact'
    : parts.join(filter.match === 'all' ? ' and ' : ' or ')
}

function conditionInWords(
  { field, op, value, outcome }: Condition,
  own: readonly OwnField[],
  names: NamesById,
): string {
  const label = labelOf(field, own)
  if (op === 'inLastDays') return `${label} is in the last ${daysOf(value)}`
  if (op === 'notInLastDays') return `${label} is not in the last ${daysOf(value)}`
  const words = `${label} ${OPERATOR_WORDS[op]}`
  const said = value === undefined ? words : `${words} ${shown(value, names)}`
  return outcome ? `${said} (${OUTCOME_WORDS[outcome]})` : said
}

const daysOf = (value: unknown) => (value === 1 ? 'day' : `${value} days`)
const shown = (value: unknown, names: NamesById) =>
  typeof value === 'string'
    ? `"${names[value] ?? value}"`
    : value === true
      ? 'yes'
      : value === false
        ? 'no'
        : String(value)
