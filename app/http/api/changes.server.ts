import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { AppError, invalid } from '../../errors'
import { fieldsOf } from '../form-fields.server'

/**
 * The fields of a body that change an object. Fields with their current value are left out, so an object can be written back exactly
 * as it was read.
 * @param present the object as the call returns it
 * @throws AppError INVALID for a field that this call cannot change and whose value differs; STALE if the body is the whole object as
 * it was read earlier
 */
export function changesOf(
  body: Record<string, unknown>,
  present: unknown,
  schema: z.ZodType,
): Record<string, unknown> {
  const before = JSON.parse(JSON.stringify(present)) as Record<string, unknown>
  const changed = Object.entries(body).filter(([name, value]) => !isDeepStrictEqual(value, before[name]))
  const writable = fieldsOf(schema)
  const fixed = changed.find(([name]) => Object.hasOwn(before, name) && !writable.has(name))
  const isWhole = body.id === before.id && body.updatedAt !== undefined
  if (fixed && isWhole)
    throw new AppError(
      'STALE',
      `The object has changed since you read it: ${fixed[0]} differs. Read it again.`,
      { field: fixed[0] },
    )
  if (fixed) throw new AppError('INVALID', `${fixed[0]} cannot be changed here`, { field: fixed[0] })
  return Object.fromEntries(changed)
}

/**
 * Refuses fields of a new object that the caller cannot choose, unless they have their initial value: null if `fresh` does not list
 * them. Names that the object does not have are ignored.
 * @param schemas the call's input, and the object that it returns
 * @param fresh the initial values; called only if the body has such a field
 * @throws AppError INVALID
 */
export async function refuseUnchosen(
  body: Record<string, unknown>,
  schemas: { body: z.ZodType; response: z.ZodType },
  fresh: () => object | Promise<object>,
): Promise<void> {
  const [writable, known] = [fieldsOf(schemas.body), fieldsOf(schemas.response)]
  const given = Object.keys(body).filter((name) => known.has(name) && !writable.has(name))
  if (given.length === 0) return
  const begin = JSON.parse(JSON.stringify(await fresh())) as Record<string, unknown>
  const wrong = given.find((name) => !isDeepStrictEqual(body[name], begin[name] ?? null))
  if (wrong) invalid(`${wrong} cannot be set here`, wrong)
}
