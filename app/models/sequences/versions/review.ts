import { z } from 'zod'
import type { Difference } from './difference'

/** What the user sees before a change of a running sequence is saved. */
export interface Review {
  /** The plan version that it was computed for: the change is saved as shown only while the sequence still has it. */
  planVersion: number
  differences: Difference[]
  /** The effect on the contacts in progress: a title and sentences; empty if there are none. */
  effect: string[]
  /** What happens instead if these contacts stay on the version that they have; null if there is no such choice. */
  staying: string | null
  /** Whether the user has chosen that, before the sequence changed. */
  stays: boolean
  /** Whether the sequence has changed since the review that the user confirmed. */
  isOutdated: boolean
}

/** The plan version of the review that a form confirms. Anything else confirms nothing. */
const confirm = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .optional()
  .catch(undefined)

/** What contacts in progress do after a change: `follow` the new version, or `stay` on the one that they have. */
const inProgress = z.enum(['follow', 'stay']).catch('follow')

/** The fields of a form that only confirms a change. */
export const Confirmation = z.object({ confirm, inProgress })
export type Confirmation = z.output<typeof Confirmation>

/** Whether contacts in progress stay on the version that they have, as a query of the API. */
export const KeepInProgress = z.object({
  keepInProgress: z.enum(['true', 'false'], 'keepInProgress is true or false').optional().meta({
    description: 'true: contacts in progress stay on the version before this change',
  }),
})
export type KeepInProgress = z.output<typeof KeepInProgress>
