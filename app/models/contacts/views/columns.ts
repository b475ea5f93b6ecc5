import { filterFields } from '../filter/draft'
import { labelOf } from '../filter/words'
import type { OwnField } from '../own-fields/type'

/** Columns that are no fields of a filter. */
export const ONLY_SHOWN = ['updatedAt', 'organization', 'notOpenedStreak']
/** Fields that the first column of a table shows anyway. */
const IN_FIRST = ['name', 'organization']

/** A column that a table can show. */
export interface Column {
  value: string
  label: string
}

/** The columns that a table of contacts can show, with their labels. @param own the user's own fields */
export const columnChoices = (own: readonly OwnField[]): Column[] =>
  [...filterFields(own), ...ONLY_SHOWN]
    .filter((column) => !IN_FIRST.includes(column))
    .map((column) => ({ value: column, label: labelOf(column, own) }))

/** The columns without a choice of the user. */
export const USUAL_COLUMNS = ['email', 'industry', 'status', 'createdAt']

/**
 * The columns after a button of their form was pressed.
 * @param all those that the table can show @param kept those that it shows; they count until something was pressed
 * @param form `column` for each chosen one, `more` for the one to add, and `press`: `add`, `remove:city`, `up:city`, `down:city`
 */
export function pressedColumns(
  all: readonly Column[],
  kept: readonly string[],
  form: Pick<URLSearchParams, 'get' | 'getAll' | 'has'>,
): { press: string; chosen: Column[]; others: Column[] } {
  const press = form.get('press')?.slice(0, 300) ?? ''
  const before = form.has('press') ? [...new Set(form.getAll('column'))] : kept
  const after = changed(before, press, form.get('more') ?? '')
  return {
    press,
    chosen: after.flatMap((column) => all.find(({ value }) => value === column) ?? []),
    others: all.filter(({ value }) => !after.includes(value)),
  }
}

function changed(columns: readonly string[], press: string, more: string): readonly string[] {
  const [what, column = ''] = press.split(/:(.*)/)
  if (what === 'add') return columns.includes(more) ? columns : [...columns, more]
  if (what === 'remove') return columns.filter((one) => one !== column)
  const from = columns.indexOf(column)
  const to = what === 'up' ? from - 1 : what === 'down' ? from + 1 : from
  if (from < 0 || to < 0 || to >= columns.length) return columns
  return columns.with(from, columns[to]!).with(to, column)
}
