import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { AppError, invalid } from '../errors'
import { fieldsOf } from './form-fields.server'

/**
 * What a body changes in an object: fields that have their present value are left out, so that an object can be written back
 * as it was read, whatever may be changed in it.
 * @param present the object as the call answers it
 * @throws AppError INVALID for a field of the object that cannot be changed by this call and would be
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
  if (fixed) throw new AppError('INVALID', `${fixed[0]} cannot be changed here`, { field: fixed[0] })
  return Object.fromEntries(changed)
}

/**
 * Refuses fields of a new object that cannot be chosen, unless they have the value that the object begins with: null where
 * `fresh` says nothing. Names that no object has are passed over.
 * @param schemas what the call takes, and the object that it answers
 * @param fresh those values; asked only when the body has such a field
 * @throws AppError INVALID
 */
export async function refuseUnchosen(
  body: Record<string, unknown>,
  schemas: { body: z.ZodType; answer: z.ZodType },
  fresh: () => object | Promise<object>,
): Promise<void> {
  const [writable, known] = [fieldsOf(schemas.body), fieldsOf(schemas.answer)]
  const given = Object.keys(body).filter((name) => known.has(name) && !writable.has(name))
  if (given.length === 0) return
  const begin = JSON.parse(JSON.stringify(await fresh())) as Record<string, unknown>
  const wrong = given.find((name) => !isDeepStrictEqual(body[name], begin[name] ?? null))
  if (wrong) invalid(`${wrong} cannot be set here`, wrong)
}
