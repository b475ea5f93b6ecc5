import { z } from 'zod'
import { toAsciiDomain } from './addresses/email-domain'

/** A required text. `message` is the error if it is missing or blank. */
export const requiredText = (message: string, max = 200) =>
  z.string({ error: message }).trim().min(1, message).max(max, `Must be at most ${max} characters`)

/** An optional text; blank reads as null. Undefined stays undefined, which means "unchanged" in a PATCH. */
export const optionalText = (max = 200) =>
  z
    .string({ error: 'Must be a text' })
    .trim()
    .max(max, `Must be at most ${max} characters`)
    .transform((text) => text || null)
    .nullish()

/** Line breaks and other control characters, which must not get into a subject or a header. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu

/** A text on one line: control characters become a space. */
export const onOneLine = (text: string): string => text.replace(CONTROL, ' ').trim()

/** An optional text on one line; blank reads as null, and undefined stays undefined. */
export const optionalLine = (max = 200) =>
  z
    .string({ error: 'Must be a text' })
    .overwrite(onOneLine)
    .max(max, `Must be at most ${max} characters`)
    .transform((text) => text || null)
    .nullish()

/**
 * An email address that works without SMTPUTF8 (RFC 6531 is not widely deployed): only ASCII, and no characters that could start a
 * second recipient. A domain with other letters is converted to A-labels.
 */
export const emailAddress = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, 'Invalid email address')
    .overwrite(toAsciiDomain)
    .pipe(z.email('Invalid email address'))

/** Any JSON value. One schema, so that descriptions can name it. */
export const json = z.json()

export const entityId = (message = 'Not found') => z.uuid(message)

/** Converts the text of a form field to a number. Blank and null read as undefined. */
const numeric = (value: unknown) => {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined
  return typeof value === 'string' ? Number(value) : value
}

const integer = (min: number, max: number, message: string) =>
  z.number({ error: message }).int(message).min(min, message).max(max, message)

/** A required integer within limits. */
export const wholeNumber = (
  min: number,
  max: number,
  message = `Must be a whole number from ${min} to ${max}`,
) => z.preprocess(numeric, integer(min, max, message))

/** An optional integer within limits. */
export const optionalWholeNumber = (
  min: number,
  max: number,
  message = `Must be a whole number from ${min} to ${max}`,
) => z.preprocess(numeric, integer(min, max, message).optional())

/** An integer, clamped to limits; `otherwise` if it is not a number. */
export const clampedNumber = (min: number, max: number, otherwise: number) =>
  z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value) => {
      const number = Math.trunc(Number(numeric(value)))
      return Number.isNaN(number) ? otherwise : Math.min(max, Math.max(min, number))
    })

/** A boolean, or the value of a checkbox or select. */
export const yesNo = z.preprocess(
  (value) =>
    value === 'on' || value === 'true'
      ? true
      : value === 'off' || value === 'false' || value === ''
        ? false
        : value,
  z.boolean({ error: 'Must be yes or no' }).optional(),
)

/** An optional id; empty reads as null. */
export const emptyableId = z
  .union([z.uuid(), z.literal('').transform(() => null), z.null()], 'Invalid id')
  .optional()

/** A point in time between the years 2000 and 2200. */
export const moment = z.coerce
  .date({ error: 'Invalid date' })
  .min(new Date('2000-01-01T00:00:00Z'), 'Invalid date')
  .max(new Date('2200-01-01T00:00:00Z'), 'Invalid date')

/** An ISO 8601 text with an offset, as a point in time. PostgreSQL has no year 0, and JavaScript writes years after 9999 with a sign. */
export const isoMoment = z.iso
  .datetime({ offset: true, error: 'Must be a time such as 2027-01-31T00:00:00Z' })
  .transform((text) => new Date(text))
  .refine(
    (at) => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999,
    'Must be between the years 1 and 9999',
  )

/** The query of a paged list, newest first. `cursor` comes from the previous response. */
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

/** A page of the objects that changed at or after a moment. */
export const ChangesQuery = PageQuery.extend({
  /** ISO 8601. Read with a minute of overlap: a change becomes visible a moment after its time. */
  updatedSince: isoMoment.optional(),
})
export type ChangesQuery = z.output<typeof ChangesQuery>

/** Words of a filter; blank is no filter. */
export const words = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text.replaceAll('\0', '') || undefined)
  .optional()

/** The number of rows on all pages. With a plus sign, a lower bound. */
export type Total = number | `${number}+`
