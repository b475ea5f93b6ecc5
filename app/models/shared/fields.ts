import { z } from 'zod'

/** A text that must be there; `message` is said when it is missing or blank. */
export const requiredText = (message: string, max = 200) =>
  z.string({ error: message }).trim().min(1, message).max(max, `Must be at most ${max} characters`)

/** A text that may be missing; blank is null. Undefined stays undefined, so PATCH can tell. */
export const optionalText = (max = 200) =>
  z
    .string({ error: 'Must be a text' })
    .trim()
    .max(max, `Must be at most ${max} characters`)
    .transform((text) => text || null)
    .nullish()

/**
 * An e-mail address that can be written to without SMTPUTF8 (RFC 6531 is not widely deployed): ASCII, no characters
 * that could start a second recipient.
 */
export const emailAddress = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, 'Invalid email address')
    .pipe(z.email('Invalid email address'))

export const entityId = (message = 'Not found') => z.uuid(message)

/** A number as it is, or as the text of a form field; blank and null are "not given". */
const numeric = (value: unknown) => {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined
  return typeof value === 'string' ? Number(value) : value
}

const whole = (min: number, max: number, message: string) =>
  z.number({ error: message }).int(message).min(min, message).max(max, message)

/** A whole number between limits, required. */
export const wholeNumber = (
  min: number,
  max: number,
  message = `Must be a whole number from ${min} to ${max}`,
) => z.preprocess(numeric, whole(min, max, message))

/** The same; undefined when it is not given. */
export const optionalWholeNumber = (
  min: number,
  max: number,
  message = `Must be a whole number from ${min} to ${max}`,
) => z.preprocess(numeric, whole(min, max, message).optional())

/** A whole number that is brought into its limits; `otherwise` for what is none. */
export const clampedNumber = (min: number, max: number, otherwise: number) =>
  z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value) => {
      const number = Math.trunc(Number(numeric(value)))
      return Number.isNaN(number) ? otherwise : Math.min(max, Math.max(min, number))
    })

/** Yes or no: a boolean, or what forms send for one. */
export const yesNo = z.preprocess(
  (value) =>
    value === 'on' || value === 'true'
      ? true
      : value === 'off' || value === 'false' || value === ''
        ? false
        : value,
  z.boolean({ error: 'Must be yes or no' }).optional(),
)

/** An id, or empty: then null. */
export const emptyableId = z
  .union([z.uuid(), z.literal('').transform(() => null), z.null()], 'Invalid id')
  .optional()

/** A moment between the years 2000 and 2200. */
export const moment = z.coerce
  .date({ error: 'Invalid date' })
  .min(new Date('2000-01-01T00:00:00Z'), 'Invalid date')
  .max(new Date('2200-01-01T00:00:00Z'), 'Invalid date')

/** A page of a list that can be long: newest first, `cursor` from the answer before. */
export const PageQuery = z.object({
  limit: z.coerce
    .number({ error: 'Invalid limit' })
    .int('Invalid limit')
    .min(1, 'Invalid limit')
    .max(1000, 'The limit is at most 1000')
    .default(1000),
  cursor: z.string().max(200).optional(),
})
export type PageQuery = z.output<typeof PageQuery>

/** How many rows a list has on all pages; with a plus sign, at least so many. */
export type Total = number | `${number}+`
