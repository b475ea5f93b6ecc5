import type { ImapFlow } from 'imapflow'
import { headerOf, readHeaders } from '~/providers/mail/message/mime-parts'
import type { FolderChoice, InboundRaw, SyncPage } from '../types'
import {
  addFingerprints,
  type FolderCursor,
  fingerprintOf,
  fingerprintOfId,
  type ImapCursor,
  readCursor,
  writeCursor,
} from './cursor'
import { findFolders, unlessRefused } from './folders'
import { nextPosition, readFolder, resumePosition } from './read-folder'
import { withoutKnown, withoutOurs } from './sent'

/** Messages per page; all of them are held in memory. */
const PAGE = 50
const DAY_MS = 86_400_000
/** How far back is read if the cursor is lost. */
const LOST_MS = 7 * DAY_MS

/** A page, and what reading further folders after it needs. */
export interface ImapPage extends SyncPage {
  sent: string | null
  others: string[]
  /** The one of `others` that has every message, if there is one. */
  everything: string | null
  position: ImapCursor
  /** The time up to which everything was read before this page; null if the reading starts at the present. */
  seenBefore: string | null
}

/** Reads one page of what is new in the inbox and the junk folder since `stored`; null starts at the present. */
export async function syncImap(
  client: ImapFlow,
  stored: string | null,
  now: Date,
  choice?: FolderChoice,
): Promise<ImapPage> {
  const { inbox, junk, sent, others, everything, listed } = await findFolders(client, choice)
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
    folders: listed,
    sent: elsewhere,
    others,
    everything,
    position,
    seenBefore: stored === null ? null : cursor.seenAt,
  }
}

/**
 * Continues a page with what the mailbox's owner wrote in other programs: messages in the Sent folder without our send id. Ours are
 * told apart by their headers, and nothing else of them is fetched. Comes after the inbox, so that what the owner wrote follows what it replies to.
 */
export async function syncSent(client: ImapFlow, before: ImapPage, now: Date): Promise<ImapPage> {
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
  const reached = {
    folders: { ...position.folders, [path]: page.next },
    seenAt: position.seenAt,
    recent: addFingerprints(position.recent, marksOf(written, 'sent')),
  }
  return after(before, reached, written, page.more)
}

/** A page with further messages, and the position after them. */
const after = (before: ImapPage, position: ImapCursor, found: InboundRaw[], more: boolean): ImapPage => ({
  ...before,
  messages: [...before.messages, ...found].sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()),
  cursor: writeCursor(position),
  position,
  more,
})

/**
 * Continues a page with what was filed away: new messages of the archive and of chosen folders that were not seen in the inbox. A folder that
 * the server does not let us read is left out.
 * @param own the mailbox's address
 */
export async function syncOthers(
  client: ImapFlow,
  before: ImapPage,
  now: Date,
  own: string,
): Promise<ImapPage> {
  let page = before
  for (const path of before.others) {
    const read = await unlessRefused(client, () => readOther(client, page, path, now, own))
    page = read ?? unread(page, [path])
    if (page.more) break
  }
  return page
}

/** The same page, if folders could not be read. */
export const unread = (page: ImapPage, paths: readonly string[]): ImapPage => ({
  ...page,
  folders: (page.folders ?? []).map((folder) =>
    paths.includes(folder.path) ? { ...folder, read: false } : folder,
  ),
})

/**
 * Reads one such folder. One that is read for the first time is read from a week back, except for a folder with every message: most of them
 * were seen elsewhere.
 */
async function readOther(
  client: ImapFlow,
  before: ImapPage,
  path: string,
  now: Date,
  own: string,
): Promise<ImapPage> {
  const { position, seenBefore } = before
  const known = position.folders[path]
  if (known && (await hasNothingNew(client, path, known))) return before
  const folder = await client.mailboxOpen(path, { readOnly: true })
  const since =
    seenBefore === null || known || path === before.everything ? seenBefore : weekBefore(seenBefore)
  const at = since === null ? await nextPosition(client, folder) : resumePosition(folder, known, since)
  const { recent } = position
  const read = await readFolder(client, folder, at, PAGE - before.messages.length, now, (uids) =>
    withoutKnown(client, uids, recent),
  )
  const found = read.messages
    .filter(({ raw }) => !recent.includes(fingerprintOf(raw)))
    .map((message): InboundRaw => (isOwn(message.raw, own) ? { ...message, sent: true } : message))
  const marks = found.flatMap((message) => marksOf([message], message.sent ? 'sent' : 'received'))
  const reached = {
    folders: { ...position.folders, [path]: read.next },
    seenAt: position.seenAt,
    recent: addFingerprints(recent, marks),
  }
  return after(before, reached, found, read.more)
}

const weekBefore = (time: string) => new Date(Date.parse(time) - LOST_MS).toISOString()

/** Whether a folder has no message that was not read. Opening it costs more than asking. */
async function hasNothingNew(client: ImapFlow, path: string, known: FolderCursor): Promise<boolean> {
  const status = await client.status(path, { uidNext: true, uidValidity: true })
  return (
    status !== false &&
    status.uidNext !== undefined &&
    status.uidNext <= known.next &&
    String(status.uidValidity) === known.validity &&
    known.since === undefined
  )
}

/** Whether the mailbox's owner wrote a message: it has their address, or never came through a server. */
function isOwn(raw: Buffer, own: string): boolean {
  const headers = readHeaders(raw)
  const from = headerOf(headers, 'from').toLowerCase()
  const address = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
  return address.trim() === own.toLowerCase() || !headers.headers.has('received')
}

/** Whether a message was read on the other side (its owner wrote to themselves) or, with `again`, under another UID. */
function isKnown({ recent }: ImapCursor, raw: Buffer, other: 'received' | 'sent', again: boolean): boolean {
  const id = fingerprintOfId(raw, other)
  return (id !== null && recent.includes(id)) || (again && recent.includes(fingerprintOf(raw)))
}

const marksOf = (messages: InboundRaw[], side: 'received' | 'sent') =>
  messages.flatMap(({ raw }) => [fingerprintOf(raw), fingerprintOfId(raw, side)])
