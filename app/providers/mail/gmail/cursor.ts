import { z } from 'zod'

/**
 * Where a sync continues. Gmail's history id is enough in the normal case; the time lets a sync recover without a gap after the
 * history was lost, and `resync` is the position of such a recovery.
 */
const Cursor = z.object({
  historyId: z.string().regex(/^\d+$/),
  /** Google's time, in seconds, up to which everything was read. */
  seen: z.number().int().optional(),
  resync: z
    .object({
      query: z.string(),
      pageToken: z.string().optional(),
      /** The inbox first, so that what the owner wrote follows what it replies to. */
      label: z.enum(['INBOX', 'SENT']).default('INBOX'),
    })
    .optional(),
})
export type GmailCursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: GmailCursor): string => JSON.stringify(cursor)

/** Reads a stored cursor; a bare history id is valid too. Null if it is unreadable: then the history is lost. */
export function readCursor(stored: string): GmailCursor | null {
  try {
    const value: unknown = JSON.parse(stored)
    const parsed = Cursor.safeParse(typeof value === 'number' ? { historyId: stored } : value)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
