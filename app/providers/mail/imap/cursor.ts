import { createHash } from 'node:crypto'
import { z } from 'zod'

/** How far a folder was read. */
const Folder = z.object({
  /** UIDVALIDITY: UIDs mean the same only as long as it stays (RFC 3501, 2.3.1.1). */
  validity: z.string(),
  /** The lowest UID that was not read yet. */
  next: z.number().int().positive(),
  /** Messages before this moment are left out: the UIDs are new ones, or the folder is. */
  since: z.string().optional(),
})
export type FolderCursor = z.infer<typeof Folder>

/** Where a sync goes on: a position for each folder, and the time up to which all of it was read. */
const Cursor = z.object({
  folders: z.record(z.string(), Folder),
  seenAt: z.string(),
  /** What the last messages were, so that they are known again under new UIDs. */
  recent: z.array(z.string()).default([]),
})
export type ImapCursor = z.infer<typeof Cursor>

/** Messages that are remembered, oldest first. */
const MAX_RECENT = 200

/** Something short that only this message has. */
export const markOf = (raw: Buffer): string =>
  createHash('sha256').update(raw).digest('base64url').slice(0, 12)

/** The marks of the last messages, these among them. */
export const remember = (recent: string[], raws: Buffer[]): string[] =>
  [...new Set([...recent, ...raws.map(markOf)])].slice(-MAX_RECENT)

export const writeCursor = (cursor: ImapCursor): string => JSON.stringify(cursor)

/** Reads a stored cursor; null when it cannot be read: then the last days are read again. */
export function readCursor(stored: string): ImapCursor | null {
  try {
    return Cursor.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}
