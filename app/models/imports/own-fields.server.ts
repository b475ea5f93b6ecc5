import type { Db } from '~/db.server'
import { invalid, isAppError } from '~/errors'
import { addFields, listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import type { OwnField } from '~/models/contacts/own-fields/type'
import type { ColumnTarget } from './columns'

/**
 * Makes the fields that columns are kept as, where the user has none of that key.
 * @param header the names of the columns, in the order of `targets`
 * @returns the user's own fields by key
 * @throws AppError INVALID if there would be too many, or if a column was mapped to a field that does not exist
 */
export async function requireFields(
  db: Db,
  userId: string,
  targets: readonly ColumnTarget[],
  header: readonly string[],
): Promise<Map<string, OwnField>> {
  const wanted = targets.flatMap((target, index) =>
    'custom' in target
      ? [{ key: target.custom, name: nameOf(header[index], target.custom), type: target.type ?? 'text' }]
      : [],
  )
  try {
    await addFields(db, userId, wanted)
  } catch (error) {
    // A conflict would mean that another worker continues the import.
    if (isAppError(error)) invalid(`${error.message} Or skip columns of the file.`)
    throw error
  }
  const own = new Map((await listOwnFields(db, userId)).map((field) => [field.key, field]))
  const gone = wanted.find(({ key }) => !own.has(key))
  if (gone) invalid(`The field ${gone.key} is being deleted. Try again in a minute.`)
  return own
}

const MAX_NAME = 100

/** What people call a field: the header of its column. */
const nameOf = (header = '', key: string) => header.trim().slice(0, MAX_NAME) || key
