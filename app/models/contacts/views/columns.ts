import { filterFields } from '../filter/draft'
import { labelOf } from '../filter/words'
import type { OwnField } from '../own-fields/type'

/** Columns that are no fields of a filter. */
export const ONLY_SHOWN = ['updatedAt', 'organization', 'notOpenedStreak']
/** Fields that the first column of a table shows anyway. */
const IN_FIRST = ['name', 'organization']

/** The columns that a table can show, with their labels. @param own the user's own fields */
export const columnChoices = (own: readonly OwnField[]): { value: string; label: string }[] =>
  [...filterFields(own), ...ONLY_SHOWN]
    .filter((column) => !IN_FIRST.includes(column))
    .map((column) => ({ value: column, label: labelOf(column, own) }))

/** The columns without a choice of the user. */
export const USUAL_COLUMNS = ['email', 'industry', 'status', 'createdAt']
