import { z } from 'zod'

/**
 * Where a sync goes on. Gmail's history id alone would do for the normal case; the time lets a lost history be made
 * up for without a gap, and `resync` is where such a catching up stands.
 */
const Cursor = z.object({
  historyId: z.string().regex(/^\d+$/),
  /** Google's time, in seconds, up to which everything was seen. */
  seen: z.number().int().optional(),
  resync: z.object({ query: z.string(), pageToken: z.string().optional() }).optional(),
})
export type GmailCursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: GmailCursor): string => JSON.stringify(cursor)

/** Reads a stored cursor; a bare history id is one too. Null when it cannot be read: then history is lost. */
export function readCursor(stored: string): GmailCursor | null {
  try {
    const value: unknown = JSON.parse(stored)
    const parsed = Cursor.safeParse(typeof value === 'number' ? { historyId: stored } : value)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
