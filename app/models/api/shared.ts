import { z } from 'zod'

/** Building blocks of the response schemas of `/api`. Dates are ISO texts, and objects are strict. */

export const id = z.uuid()
export const moment = z.iso.datetime()
export const count = z.int().min(0)
/** A percentage from 0 to 100. */
export const percentage = z.number().min(0).max(100)
export const text = z.string()

/** Success without further data. */
export const Done = z.strictObject({ ok: z.literal(true) })
export const Said = z.strictObject({ message: text })
export const Started = z.strictObject({ jobId: id })
