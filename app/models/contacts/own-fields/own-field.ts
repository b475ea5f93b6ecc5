import { z } from 'zod'
import { CONTACT_FIELD_TYPES } from '#drizzle/schema/enums'
import { requiredText } from '~/models/shared/fields'
import { MAX_NAME } from './key'

const MAX_OPTIONS = 100

const name = requiredText('Name is required', MAX_NAME)
const options = z
  .array(requiredText('An option must not be empty'), 'Must be a list of texts')
  .max(MAX_OPTIONS, `At most ${MAX_OPTIONS} options`)
  .transform((list) => [...new Set(list)])

export const NewOwnField = z
  .object({
    name,
    type: z.enum(CONTACT_FIELD_TYPES, `The type is one of ${CONTACT_FIELD_TYPES.join(', ')}`),
    options: options.optional(),
  })
  .refine((field) => (field.type === 'choice') === (field.options ?? []).length > 0, {
    message: 'A choice needs options, and other types have none',
    path: ['options'],
  })
export type NewOwnField = z.output<typeof NewOwnField>

export const OwnFieldChange = z.object({ name, options }).partial()
export type OwnFieldChange = z.output<typeof OwnFieldChange>

/** Options as a form sends them: one in each line. */
const lines = z
  .string()
  .optional()
  .transform((text = '') =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )

/** The form of a new field. */
export const NewOwnFieldForm = z
  .object({ ...NewOwnField.shape, options: lines })
  .transform(({ options, ...field }) => ({ ...field, ...(options.length > 0 ? { options } : {}) }))
  .pipe(NewOwnField)

/** The form of an existing field. Only a choice has options, and it needs one. */
export const OwnFieldForm = z.object({ name, options: lines.pipe(options) })
