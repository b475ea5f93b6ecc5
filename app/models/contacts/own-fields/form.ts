import { z } from 'zod'
import type { OwnField } from './type'
import { type FieldChange, readValue } from './value'

/** The name of an own field in a form: a key may have characters that forms give a meaning. */
export const controlOf = ({ id }: Pick<OwnField, 'id'>): Control => `own_${id.replaceAll('-', '')}`
type Control = `own_${string}`

/** A value as a form shows it. */
const shown = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** The values of own fields in a form, by the names of their controls. */
export const ownValues = (
  fields: readonly OwnField[],
  custom: Record<string, unknown>,
): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [controlOf(field), shown(custom[field.key])]))

/** The labels of own fields, by the names of their controls. */
export const ownLabels = (fields: readonly OwnField[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [controlOf(field), field.name]))

/**
 * The own fields of a form: each text becomes a value, null if it is blank. An absent one is not changed, nor one with its present value:
 * that may be an option which is no longer offered.
 * @param present the stored values, by key
 */
export const ownShape = (fields: readonly OwnField[], present: Record<string, unknown> = {}) =>
  Object.fromEntries(fields.map((field) => [controlOf(field), control(field, present[field.key])])) as Record<
    Control,
    ReturnType<typeof control>
  >

const control = (field: OwnField, present: unknown) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text === shown(present)) return undefined
      const read = readValue(field, text)
      if ('value' in read) return read.value
      context.addIssue({ code: 'custom', message: read.problem })
      return z.NEVER
    })

/** The changed own fields of a parsed form, by key. */
export function customIn(fields: readonly OwnField[], form: Record<string, unknown>): FieldChange {
  const named = fields.map((field) => [field.key, form[controlOf(field)]] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as FieldChange
}
