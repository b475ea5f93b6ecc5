import { z } from 'zod'
import { FOLDERS } from './messages'

/** Where reading a folder continues. */
const Position = z.object({
  /** Graph's own address of the next page or the next changes; null to start at `since`. */
  link: z.string().nullable(),
  /** When the newest message that was seen had arrived. ISO 8601, in Microsoft's time. */
  since: z.string(),
  /** Messages from before the mailbox was connected are not read. */
  from: z.string(),
})

/** Where a sync continues, by folder. */
const Cursor = z.record(z.enum(FOLDERS), Position)
export type MicrosoftCursor = z.infer<typeof Cursor>
export type FolderPosition = z.infer<typeof Position>

export const writeCursor = (cursor: MicrosoftCursor): string => JSON.stringify(cursor)

/** Reads a stored cursor; null if it is unreadable. */
export function readCursor(stored: string): MicrosoftCursor | null {
  try {
    return Cursor.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}
