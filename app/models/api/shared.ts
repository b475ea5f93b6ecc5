import { z } from 'zod'

/** The pieces of what `/api` answers: JSON, so moments are texts. Objects have these properties and no others. */

export const id = z.uuid()
export const moment = z.iso.datetime()
export const count = z.int().min(0)
/** A share, 0 to 100 per cent. */
export const percentage = z.number().min(0).max(100)
export const text = z.string()

/** Nothing more to say than that it was done. */
export const Done = z.strictObject({ ok: z.literal(true) })
export const Said = z.strictObject({ message: text })
export const Started = z.strictObject({ jobId: id })
