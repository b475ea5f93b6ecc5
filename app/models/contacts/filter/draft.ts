import type { OwnField } from '../own-fields/type'
import { BUILT_IN, CUSTOM, type FilterKind, kindOf, OPERATORS } from './filter'

/** A condition of the builder, as its controls have it. */
export interface DraftCondition {
  field: string
  op: string
  value: string
  outcome: string
}

/** A group of the builder. Unlike a checked filter, what it says may not fit yet. */
export interface DraftGroup {
  match: 'all' | 'any'
  parts: (DraftCondition | DraftGroup)[]
}

export const isDraftGroup = (part: DraftCondition | DraftGroup): part is DraftGroup => 'parts' in part

const MAX_PARTS = 25
/** The fields that a condition begins with. */
const FIRST_FIELD = 'firstName'
const NEW: DraftCondition = { field: FIRST_FIELD, op: 'is', value: '', outcome: '' }

/** Reads the controls of the builder: of each part `0.field`, `0.op`, `0.value`, `0.outcome`, of a group `match` and its parts `1.0.field`. */
export function readDraft(search: URLSearchParams, prefix = '', level = 1): DraftGroup {
  const text = (name: string) => (search.get(prefix + name) ?? '').slice(0, 2000)
  const parts: DraftGroup['parts'] = []
  for (let index = 0; index < MAX_PARTS; index++) {
    const at = `${prefix}${index}.`
    if (search.has(`${at}match`) && level < 3) parts.push(readDraft(search, at, level + 1))
    else if (search.has(`${at}field`))
      parts.push({
        ...{ field: text(`${index}.field`), op: text(`${index}.op`) },
        ...{ value: text(`${index}.value`), outcome: text(`${index}.outcome`) },
      })
    else break
  }
  return { match: text('match') === 'any' ? 'any' : 'all', parts }
}

/** The draft after a button of the builder was pressed: `add:0.`, `group:`, `remove:1.0`. */
export function changedDraft(draft: DraftGroup, press: string): DraftGroup {
  const [what, path = ''] = press.split(':')
  const steps = path.split('.').filter(Boolean).map(Number)
  return what === 'add' || what === 'group' || what === 'remove' ? changedAt(draft, what, steps) : draft
}

function changedAt(group: DraftGroup, what: 'add' | 'group' | 'remove', steps: number[]): DraftGroup {
  const [index, ...rest] = steps
  if (what === 'remove' && index !== undefined && rest.length === 0)
    return { ...group, parts: group.parts.filter((_, at) => at !== index) }
  if (index === undefined) {
    const part =
      what === 'add'
        ? NEW
        : { match: group.match === 'all' ? ('any' as const) : ('all' as const), parts: [NEW] }
    return what === 'remove' ? group : { ...group, parts: [...group.parts, part] }
  }
  return {
    ...group,
    parts: group.parts.map((part, at) =>
      at === index && isDraftGroup(part) ? changedAt(part, what, rest) : part,
    ),
  }
}

/** The draft of a stored filter. */
export function draftOf(filter: unknown): DraftGroup {
  if (typeof filter !== 'object' || filter === null) return { match: 'all', parts: [] }
  const [match, parts] = Object.entries(filter)[0] ?? []
  return {
    match: match === 'any' ? 'any' : 'all',
    parts: (Array.isArray(parts) ? parts : []).map((part: Record<string, unknown>) =>
      'all' in part || 'any' in part
        ? draftOf(part)
        : {
            ...{ field: String(part.field), op: String(part.op) },
            ...{
              value: shownValue(part.value),
              outcome: String(part.outcome ?? ''),
            },
          },
    ),
  }
}

const shownValue = (value: unknown): string =>
  value === undefined ? '' : value === true ? 'yes' : value === false ? 'no' : String(value)

/** The operators that fit a field; those of a text for an unknown one. */
export const operatorsOf = (field: string, own: readonly OwnField[]): readonly string[] =>
  OPERATORS[kindOf(field, own) ?? 'text']

/** The filter that a draft says, for checkFilter: values as their kind has them, and none where the operator takes none. */
export function filterOfDraft(
  { match, parts }: DraftGroup,
  own: readonly OwnField[],
): Record<string, unknown> {
  return {
    [match]: parts.map((part) => {
      if (isDraftGroup(part)) return filterOfDraft(part, own)
      const { field, op, value, outcome } = part
      const kind = kindOf(field, own)
      return {
        ...{ field, op },
        ...(op === 'isEmpty' || op === 'isNotEmpty' ? {} : { value: typedValue(value.trim(), kind, op) }),
        ...(outcome && kind === 'sequence' && (op === 'is' || op === 'isNot') ? { outcome } : {}),
      }
    }),
  }
}

function typedValue(text: string, kind: FilterKind | null, op: string): string | number | boolean {
  const isNumber = kind === 'number' || op === 'inLastDays' || op === 'notInLastDays'
  if (isNumber) return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return text === 'yes' ? true : text === 'no' ? false : text
  return text
}

/** The fields of a filter, in the order of the builder. */
export const filterFields = (own: readonly OwnField[]): string[] => [
  ...Object.keys(BUILT_IN).filter((field) => field !== 'apolloId'),
  ...own.map(({ key }) => CUSTOM + key),
]
