import type { ImapFlow, MailboxObject } from 'imapflow'
import type { InboundRaw, SyncPage } from '../types'
import { ImapRefusal } from './connection'
import { type FolderCursor, type ImapCursor, markOf, readCursor, remember, writeCursor } from './cursor'
import { findFolders } from './folders'

/** Messages per page; all of them are held in memory. */
const PAGE = 50
/** Only the first part of a longer message is fetched: it shows what the message is. */
const MAX_BYTES = 1024 * 1024
const DAY_MS = 86_400_000
/** The server's clock may lag behind ours. */
const MARGIN_MS = 3_600_000
/** How far back is read if the cursor is lost. */
const LOST_MS = 7 * DAY_MS

/** Reads one page of what is new in the inbox and the junk folder since `stored`; null starts at the present. */
export async function syncImap(client: ImapFlow, stored: string | null, now: Date): Promise<SyncPage> {
  const { inbox, junk } = await findFolders(client)
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
      stored === null ? await present(client, folder) : positionIn(folder, folders[path], cursor.seenAt)
    const page = await readFolder(client, folder, at, PAGE - messages.length, now)
    // Old messages reappear under new UIDs: the known ones are skipped.
    const again = at.since ? new Set(cursor.recent) : null
    messages.push(...page.messages.filter(({ raw }) => !again?.has(markOf(raw))))
    folders[path] = page.next
    if (page.more) {
      more = true
      break
    }
  }
  // The time advances only once everything up to now was read.
  const seenAt = more ? cursor.seenAt : now.toISOString()
  const recent = remember(
    cursor.recent,
    messages.map(({ raw }) => raw),
  )
  return { ok: true, messages, cursor: writeCursor({ folders, seenAt, recent }), more }
}

/** The position of the next message. */
async function present(client: ImapFlow, folder: MailboxObject): Promise<FolderCursor> {
  return { validity: String(folder.uidValidity), next: await nextUid(client, folder) }
}

/** Where to continue; by date if the folder or its UIDs are new. */
function positionIn(folder: MailboxObject, known: FolderCursor | undefined, seenAt: string): FolderCursor {
  const validity = String(folder.uidValidity)
  if (known?.validity === validity) return known
  // The UIDs changed again during a recovery: start it over from its own beginning.
  const since = known?.since ?? new Date(Date.parse(seenAt) - MARGIN_MS).toISOString()
  return { validity, next: 1, since }
}

async function readFolder(
  client: ImapFlow,
  folder: MailboxObject,
  at: FolderCursor,
  room: number,
  now: Date,
) {
  const end = await nextUid(client, folder)
  const arrived = { validity: at.validity, next: Math.max(at.next, end) }
  if (at.next >= end || folder.exists === 0) return { messages: [], next: arrived, more: false }
  if (room <= 0) return { messages: [], next: at, more: true }
  const found = await client.search(
    // SINCE compares days without a time zone (RFC 3501, 6.4.4): search from a day earlier, then filter by the moment.
    { uid: `${at.next}:*`, ...(at.since && { since: new Date(Date.parse(at.since) - DAY_MS) }) },
    { uid: true },
  )
  if (!Array.isArray(found)) throw new ImapRefusal('The mailbox could not be searched')
  // `n:*` matches the last message even if its UID is lower (RFC 3501, 6.4.8).
  const uids = found.filter((uid) => uid >= at.next).sort((a, b) => a - b)
  const page = uids.slice(0, room)
  const fetched = await fetchRaw(client, folder, page, now)
  const from = at.since ? Date.parse(at.since) : Number.NEGATIVE_INFINITY
  const messages = fetched.filter(({ receivedAt }) => receivedAt.getTime() >= from)
  if (uids.length > page.length) return { messages, next: { ...at, next: page.at(-1)! + 1 }, more: true }
  return { messages, next: { ...arrived, next: Math.max(arrived.next, (page.at(-1) ?? 0) + 1) }, more: false }
}

/** The messages with these UIDs, oldest first; messages deleted meanwhile are left out. */
async function fetchRaw(
  client: ImapFlow,
  folder: MailboxObject,
  uids: number[],
  now: Date,
): Promise<InboundRaw[]> {
  if (uids.length === 0) return []
  const query = { uid: true, internalDate: true, source: { start: 0, maxLength: MAX_BYTES } }
  const fetched = await client.fetchAll(uids.join(','), query, { uid: true })
  return fetched
    .filter(({ uid, source }) => source !== undefined && uids.includes(uid))
    .sort((a, b) => a.uid - b.uid)
    .map(({ uid, source, internalDate }) => {
      const date = new Date(internalDate ?? now)
      return {
        providerId: `${folder.path}:${folder.uidValidity}:${uid}`,
        raw: source!,
        receivedAt: Number.isNaN(date.getTime()) ? now : date,
      }
    })
}

/** The UID of the next message. Servers that do not announce it are asked for their last message. */
async function nextUid(client: ImapFlow, folder: MailboxObject): Promise<number> {
  if (folder.uidNext) return folder.uidNext
  // FETCH in an empty mailbox is an error.
  if (folder.exists === 0) return 1
  const last = await client.fetchOne('*', { uid: true })
  return last ? last.uid + 1 : 1
}
