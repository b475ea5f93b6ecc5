import { z } from 'zod'
import { SORT_ORDERS } from '#drizzle/schema/enums'
import { json, requiredText } from '~/models/shared/fields'

/** The most columns of a view. */
const MAX_COLUMNS = 120

const name = requiredText('Name is required', 100)
/** Its parts are checked against the user's fields (see checkFilter). */
const filter = z.record(z.string().max(10), json).nullish()
const columns = z
  .array(z.string().max(200), 'Must be a list of fields')
  .max(MAX_COLUMNS, `At most ${MAX_COLUMNS} columns`)
  .transform((list) => [...new Set(list)])
const sortBy = z.string('Must be a field').max(200, 'Unknown field')
const sortOrder = z.enum(SORT_ORDERS, 'The sort order is asc or desc')

export const NewContactView = z.object({
  name,
  filter,
  columns: columns.default([]),
  sortBy: sortBy.default('createdAt'),
  sortOrder: sortOrder.default('desc'),
})
export type NewContactView = z.output<typeof NewContactView>

export const ContactViewChange = z.object({ name, filter, columns, sortBy, sortOrder }).partial()
export type ContactViewChange = z.output<typeof ContactViewChange>

/** A table of contacts that the user named. */
export interface ContactView {
  id: string
  name: string
  /** `{"all": […]}` or `{"any": […]}`; null for all contacts. */
  filter: Record<string, unknown> | null
  /** The fields that the table shows, in their order; empty for the usual ones. */
  columns: string[]
  sortBy: string
  sortOrder: (typeof SORT_ORDERS)[number]
}
