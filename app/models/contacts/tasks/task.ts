import { z } from 'zod'
import { PageQuery, requiredText, yesNo } from '~/models/shared/fields'
import { isDate } from '../own-fields/value'

const DATE = 'Must be a date such as 2026-12-31'
/** Days that a cursor can carry. */
const isDay = (text: string) => isDate(text) && text >= '2000-01-01' && text < '2200-01-01'

const title = requiredText('Write what is to be done', 200)
const dueOn = z.string(DATE).max(10, DATE).refine(isDay, DATE)
const done = z.boolean('Must be true or false')

export const NewTask = z.object({
  contactId: z.uuid('Please select a contact'),
  title,
  dueOn,
  done: done.default(false),
})
export type NewTask = z.output<typeof NewTask>

export const TaskChange = z.object({ title, dueOn, done }).partial()
export type TaskChange = z.output<typeof TaskChange>

/** The form of a task. */
export const TaskForm = z.object({ title, dueOn })

export const TasksQuery = PageQuery.extend({
  contactId: z.uuid('Contact not found').optional(),
  done: yesNo,
  /** Only tasks of this day and the days before. */
  dueUntil: dueOn.optional(),
})
export type TasksQuery = z.output<typeof TasksQuery>

/** A task as screens and the API show it. */
export interface Task {
  id: string
  contactId: string
  contactName: string
  title: string
  /** `YYYY-MM-DD` */
  dueOn: string
  done: boolean
  createdAt: Date
  updatedAt: Date
}
