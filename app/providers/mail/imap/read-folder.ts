import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import { listAttachments } from '../message/attachments'
import type { InboundRaw } from '../types'
import { listByStructure } from './attachments'
import { ImapRefusal } from './connection'
import type { FolderCursor } from './cursor'

/** Only the first part of a longer message is fetched: it shows what the message is. */
const MAX_BYTES = 1024 * 1024
/** How many messages are looked at per page if some of them are left out. */
const LOOK = 500
const DAY_MS = 86_400_000
/** The server's clock may lag behind ours. */
const MARGIN_MS = 3_600_000

/** The position of the next message. */
export async function nextPosition(client: ImapFlow, folder: MailboxObject): Promise<FolderCursor> {
  return { validity: String(folder.uidValidity), next: await nextUid(client, folder) }
}

/** Where to continue; by date if the folder or its UIDs are new. */
export function resumePosition(
  folder: MailboxObject,
  known: FolderCursor | undefined,
  seenAt: string,
): FolderCursor {
  const validity = String(folder.uidValidity)
  if (known?.validity === validity) return known
  // The UIDs changed again during a recovery: start it over from its own beginning.
  const since = known?.since ?? new Date(Date.parse(seenAt) - MARGIN_MS).toISOString()
  return { validity, next: 1, since }
}

/**
 * Reads the open folder's next messages, at most `room`, oldest first.
 * @param choose the UIDs that are wanted, of those given
 */
export async function readFolder(
  client: ImapFlow,
  folder: MailboxObject,
  at: FolderCursor,
  room: number,
  now: Date,
  choose?: (uids: number[]) => Promise<number[]>,
): Promise<{ messages: InboundRaw[]; next: FolderCursor; more: boolean }> {
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
  const looked = uids.slice(0, choose ? LOOK : room)
  const wanted = choose ? await choose(looked) : looked
  const page = wanted.slice(0, room)
  const fetched = await fetchRaw(client, folder, page, now)
  const from = at.since ? Date.parse(at.since) : Number.NEGATIVE_INFINITY
  const messages = fetched.filter(({ receivedAt }) => receivedAt.getTime() >= from)
  const last = (wanted.length > page.length ? page.at(-1) : looked.at(-1)) ?? 0
  if (wanted.length > page.length || uids.length > looked.length)
    return { messages, next: { ...at, next: last + 1 }, more: true }
  return { messages, next: { ...arrived, next: Math.max(arrived.next, last + 1) }, more: false }
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
  const messages: InboundRaw[] = []
  for (const { uid, source, internalDate } of fetched.filter(isWanted(uids)).sort((a, b) => a.uid - b.uid)) {
    const date = new Date(internalDate ?? now)
    messages.push({
      providerId: `${folder.path}:${folder.uidValidity}:${uid}`,
      raw: source,
      receivedAt: Number.isNaN(date.getTime()) ? now : date,
      attachments:
        (source.length >= MAX_BYTES ? await listByStructure(client, uid) : null) ??
        (await listAttachments(source)),
    })
  }
  return messages
}

const isWanted =
  (uids: number[]) =>
  (message: FetchMessageObject): message is FetchMessageObject & { source: Buffer } =>
    message.source !== undefined && uids.includes(message.uid)

/** The UID of the next message. Servers that do not announce it are asked for their last message. */
async function nextUid(client: ImapFlow, folder: MailboxObject): Promise<number> {
  if (folder.uidNext) return folder.uidNext
  // FETCH in an empty mailbox is an error.
  if (folder.exists === 0) return 1
  const last = await client.fetchOne('*', { uid: true })
  return last ? last.uid + 1 : 1
}
