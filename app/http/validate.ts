import type { z } from 'zod'
import { AppError } from '../errors'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text looks like one of our ids; any other text is an unknown id: 404. */
export const isId = (text: string | undefined): text is string => text !== undefined && ID.test(text)

/** The most issues reported: more of them help no one. */
const MAX_ISSUES = 100

/** The most values of a choice that a message lists. */
const MAX_VALUES = 20

/** What is wrong; for a choice, with the values to choose from. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_value' && issue.values.length > 1 && issue.values.length <= MAX_VALUES
    ? `${issue.message}. Use one of: ${issue.values.join(', ')}`
    : issue.message

/** Parses input with its schema. @throws AppError INVALID with the first message, and all of them as issues */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ path: issue.path.join('.'), message: messageOf(issue) }))
  throw new AppError('INVALID', issues[0]!.message, { field: issues[0]!.path || undefined, issues })
}
