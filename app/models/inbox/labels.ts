import { z } from 'zod'
import { requiredText, yesNo } from '~/models/shared/fields'
import { LABEL_LENGTH } from './conversation'

/** The labels that every user has. */
export const LABELS = [
  { name: 'Interested', positive: true },
  { name: 'Meeting booked', positive: true },
  { name: 'Not now', positive: false },
  { name: 'Not interested', positive: false },
  { name: 'Wrong person', positive: false },
  { name: 'Out of office', positive: false },
  { name: 'Opted out', positive: false },
] as const

/** The name of a built-in label. */
export type BuiltInLabel = (typeof LABELS)[number]['name']

/** A label as screens and `/api` show it. */
export interface Label {
  name: string
  /** Whether its conversations count as positive replies. */
  positive: boolean
  /** Whether it is the user's own and may be removed. */
  own: boolean
}

/** A new label of the user's own. */
export const LabelInput = z.object({
  name: requiredText('Name is required', LABEL_LENGTH),
  /** The value of a checkbox. */
  positive: yesNo.transform((positive) => positive ?? false),
})
