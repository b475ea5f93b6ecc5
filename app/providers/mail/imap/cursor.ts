import { createHash } from 'node:crypto'
import { z } from 'zod'
import { headerOf, readHeaders } from '~/providers/mail/message/mime-parts'

/** How far a folder was read. */
const Folder = z.object({
  /** UIDVALIDITY: UIDs keep their meaning only while it stays the same (RFC 3501, 2.3.1.1). */
  validity: z.string(),
  /** The lowest unread UID. */
  next: z.number().int().positive(),
  /** Messages before this moment are skipped: set when the folder or its UIDs are new. */
  since: z.string().optional(),
})
export type FolderCursor = z.infer<typeof Folder>

/** Where a sync continues: a position for each folder, and the time up to which all of it was read. */
const Cursor = z.object({
  folders: z.record(z.string(), Folder),
  seenAt: z.string(),
  /** Fingerprints of the latest messages, to recognize them under new UIDs. */
  recent: z.array(z.string()).default([]),
})
export type ImapCursor = z.infer<typeof Cursor>

/** How many fingerprints are kept, oldest first: two per message. */
const MAX_RECENT = 400

/** A short fingerprint of a message. */
export const fingerprintOf = (raw: Buffer | string): string =>
  createHash('sha256').update(raw).digest('base64url').slice(0, 12)

/**
 * A fingerprint of a message's own id, apart for received and for sent ones: a message that its owner wrote to themselves lies in two
 * folders and differs in both.
 */
export function fingerprintOfId(raw: Buffer, side: 'received' | 'sent'): string | null {
  const id = headerOf(readHeaders(raw), 'message-id')
  return id ? fingerprintOf(`${side} ${id}`) : null
}

/** Adds fingerprints and keeps the latest ones. */
export const addFingerprints = (recent: string[], marks: (string | null)[]): string[] =>
  [...new Set([...recent, ...marks.filter((mark) => mark !== null)])].slice(-MAX_RECENT)

export const writeCursor = (cursor: ImapCursor): string => JSON.stringify(cursor)

/** Reads a stored cursor; null if it is unreadable: then the last days are read again. */
export function readCursor(stored: string): ImapCursor | null {
  try {
    return Cursor.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}
