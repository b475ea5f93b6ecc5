import type { ImapFlow } from 'imapflow'
import type { InboundRaw, SyncPage } from '../types'
import {
  addFingerprints,
  fingerprintOf,
  fingerprintOfId,
  type ImapCursor,
  readCursor,
  writeCursor,
} from './cursor'
import { findFolders } from './folders'
import { nextPosition, readFolder, resumePosition } from './read-folder'
import { withoutOurs } from './sent'

/** Messages per page; all of them are held in memory. */
const PAGE = 50
const DAY_MS = 86_400_000
/** How far back is read if the cursor is lost. */
const LOST_MS = 7 * DAY_MS

/** A page, and what reading the Sent folder after it needs. */
export interface ImapPage extends SyncPage {
  sent: string | null
  position: ImapCursor
  /** The time up to which everything was read before this page; null if the reading starts at the present. */
  seenBefore: string | null
}

/** Reads one page of what is new in the inbox and the junk folder since `stored`; null starts at the present. */
export async function syncImap(client: ImapFlow, stored: string | null, now: Date): Promise<ImapPage> {
  const { inbox, junk, sent } = await findFolders(client)
  const known = stored === null ? null : readCursor(stored)
  const lost = new Date(now.getTime() - LOST_MS).toISOString()
  const cursor: ImapCursor = known ?? {
    folders: {},
    seenAt: stored === null ? now.toISOString() : lost,
    recent: [],
  }
  const folders = { ...cursor.folders }
  const messages: InboundRaw[] = []
  let more = false
  for (const path of [inbox, ...(junk ? [junk] : [])]) {
    const folder = await client.mailboxOpen(path, { readOnly: true })
    const at =
      stored === null
        ? await nextPosition(client, folder)
        : resumePosition(folder, folders[path], cursor.seenAt)
    const page = await readFolder(client, folder, at, PAGE - messages.length, now)
    // Old messages reappear under new UIDs: the known ones are skipped.
    const again = at.since !== undefined
    messages.push(...page.messages.filter(({ raw }) => !isKnown(cursor, raw, 'sent', again)))
    folders[path] = page.next
    // A page that lost its connection goes on with the next one.
    if (page.more || !client.usable) {
      more = true
      break
    }
  }
  const position = {
    folders,
    // The time advances only once everything up to now was read.
    seenAt: more ? cursor.seenAt : now.toISOString(),
    recent: addFingerprints(cursor.recent, marksOf(messages, 'received')),
  }
  const elsewhere = sent === inbox || sent === junk ? null : sent
  return {
    ok: true,
    messages,
    cursor: writeCursor(position),
    more,
    sent: elsewhere,
    position,
    seenBefore: stored === null ? null : cursor.seenAt,
  }
}

/**
 * Continues a page with what the mailbox's owner wrote in other programs: messages in the Sent folder without our send id. Ours are
 * told apart by their headers, and nothing else of them is fetched. Comes after the inbox, so that what the owner wrote follows what it replies to.
 */
export async function syncSent(client: ImapFlow, before: ImapPage, now: Date): Promise<SyncPage> {
  const { sent: path, position, seenBefore } = before
  if (!path) return before
  const folder = await client.mailboxOpen(path, { readOnly: true })
  // A cursor from before we read this folder starts where the others are, too.
  const at =
    seenBefore === null
      ? await nextPosition(client, folder)
      : resumePosition(folder, position.folders[path], seenBefore)
  const room = PAGE - before.messages.length
  const page = await readFolder(client, folder, at, room, now, (uids) => withoutOurs(client, uids))
  const again = at.since !== undefined
  const written = page.messages
    .filter(({ raw }) => !isKnown(position, raw, 'received', again))
    .map((message): InboundRaw => ({ ...message, sent: true }))
  const cursor = {
    folders: { ...position.folders, [path]: page.next },
    seenAt: position.seenAt,
    recent: addFingerprints(position.recent, marksOf(written, 'sent')),
  }
  const messages = [...before.messages, ...written].sort(
    (a, b) => a.receivedAt.getTime() - b.receivedAt.getTime(),
  )
  return { ok: true, messages, cursor: writeCursor(cursor), more: page.more }
}

/** Whether a message was read on the other side (its owner wrote to themselves) or, with `again`, under another UID. */
function isKnown({ recent }: ImapCursor, raw: Buffer, other: 'received' | 'sent', again: boolean): boolean {
  const id = fingerprintOfId(raw, other)
  return (id !== null && recent.includes(id)) || (again && recent.includes(fingerprintOf(raw)))
}

const marksOf = (messages: InboundRaw[], side: 'received' | 'sent') =>
  messages.flatMap(({ raw }) => [fingerprintOf(raw), fingerprintOfId(raw, side)])
