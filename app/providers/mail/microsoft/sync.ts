import type { ProviderFailure } from '~/providers/net/failure'
import { listAttachments } from '../message/attachments'
import { headerOf, readHeaders } from '../message/mime-parts'
import type { InboundRaw, SyncPage } from '../types'
import { type FolderPosition, type MicrosoftCursor, readCursor, writeCursor } from './cursor'
import { isGone, isLost } from './failure'
import { FOLDERS, type Folder, LISTED_FIELDS, type Listed, listedIn, ourSendId, readMime } from './messages'
import type { MicrosoftSession } from './session'

/** Messages of a page, all of which are held in memory. */
const PAGE = 10
const DAY_MS = 86_400_000
/** How far back a mailbox is read whose position is unreadable. */
const LOST_DAYS = 7
/** The most pages of a folder that are passed over to get to the present: Graph lists at most 5,000 messages from a moment on. */
const START_PAGES = 500

/** Reads everything new since `stored` in the inbox, in Archive, in Junk and in Sent Items; null starts at the present. See `MailProvider.sync`. */
export async function syncMicrosoft(
  session: MicrosoftSession,
  stored: string | null,
  signal: AbortSignal,
): Promise<SyncPage | ProviderFailure> {
  if (stored === null) return startAtPresent(session, signal)
  const cursor = readCursor(stored) ?? (await startOver(session, signal))
  if ('ok' in cursor) return cursor
  const messages: InboundRaw[] = []
  let more = false
  for (const folder of FOLDERS) {
    // The rest of the folders in the next call, which begins with this one's next page.
    if (messages.length >= PAGE) {
      more = true
      break
    }
    const page = await readPage(session, folder, cursor[folder], signal)
    if (!page.ok) return page
    messages.push(...page.messages)
    cursor[folder] = page.position
    more ||= page.more
  }
  messages.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  return { ok: true, messages: withoutOwnCopies(messages), cursor: writeCursor(cursor), more }
}

/** Follows the changes of each folder to their end, without reading them. Graph has no "from now" for messages. */
async function startAtPresent(
  session: MicrosoftSession,
  signal: AbortSignal,
): Promise<SyncPage | ProviderFailure> {
  const now = await serverTime(session, signal)
  if (!now.ok) return now
  const cursor = cursorFrom(now.time)
  for (const folder of FOLDERS) {
    let more = true
    for (let page = 0; more && page < START_PAGES; page += 1) {
      const found = await listPage(session, folder, cursor[folder], signal)
      if (!found.ok) return found
      cursor[folder] = found.position
      more = found.more
    }
  }
  return { ok: true, messages: [], cursor: writeCursor(cursor), more: false }
}

async function startOver(
  session: MicrosoftSession,
  signal: AbortSignal,
): Promise<MicrosoftCursor | ProviderFailure> {
  const now = await serverTime(session, signal)
  if (!now.ok) return now
  return cursorFrom(new Date(now.time.getTime() - LOST_DAYS * DAY_MS))
}

function cursorFrom(time: Date): MicrosoftCursor {
  const position = { link: null, since: time.toISOString(), from: time.toISOString() }
  return Object.fromEntries(FOLDERS.map((folder) => [folder, position])) as MicrosoftCursor
}

/** Microsoft's own time, which its dates follow. */
async function serverTime(
  session: MicrosoftSession,
  signal: AbortSignal,
): Promise<{ ok: true; time: Date } | ProviderFailure> {
  const got = await session.call('read', signal, { path: '/me?$select=id' })
  if (!got.ok) return got
  const time = Date.parse(got.reply.headers.get('date') ?? '')
  return Number.isNaN(time)
    ? { ok: false, why: 'retry', detail: 'Microsoft returned no date' }
    : { ok: true, time: new Date(time) }
}

type Page<T> = { ok: true; messages: T[]; position: FolderPosition; more: boolean } | ProviderFailure

/** One page of a folder's changes (learn.microsoft.com/graph/api/message-delta). */
async function listPage(
  session: MicrosoftSession,
  folder: Folder,
  position: FolderPosition,
  signal: AbortSignal,
): Promise<Page<Listed>> {
  const link = position.link && session.isOurs(position.link) ? position.link : null
  const got = await session.call('read', signal, {
    path: link ?? firstPage(folder, position.since),
    pageSize: PAGE,
  })
  if (!got.ok) {
    // Read again from the last seen message on: what is known already is recognized by its id.
    if (link && isLost(got)) return listPage(session, folder, startAgain(position), signal)
    // A mailbox without this folder.
    if (!link && isGone(got)) return { ok: true, messages: [], position, more: false }
    return got
  }
  const { body } = got.reply
  const next = body['@odata.nextLink']
  const changes = body['@odata.deltaLink']
  const more = typeof next === 'string'
  if (!more && typeof changes !== 'string')
    return { ok: false, why: 'retry', detail: 'Microsoft returned no link to the next changes' }
  const messages = listedIn(body)
  const newest = Math.max(
    Date.parse(position.since),
    ...messages.map(({ receivedAt }) => receivedAt.getTime()),
  )
  return {
    ok: true,
    messages,
    position: {
      ...position,
      link: more ? next : (changes as string),
      since: new Date(newest).toISOString(),
    },
    more,
  }
}

function startAgain({ since, from }: FolderPosition): FolderPosition {
  const again = Math.max(Date.parse(since) - DAY_MS, Date.parse(from))
  return { link: null, since: new Date(again).toISOString(), from }
}

function firstPage(folder: Folder, since: string): string {
  const from = `${since.slice(0, 19)}Z`
  return `/me/mailFolders/${folder}/messages/delta?${new URLSearchParams({
    changeType: 'created',
    $select: LISTED_FIELDS,
    $filter: `receivedDateTime ge ${from}`,
  })}`
}

/** A page with its whole messages, without drafts and without what we sent. */
async function readPage(
  session: MicrosoftSession,
  folder: Folder,
  position: FolderPosition,
  signal: AbortSignal,
): Promise<Page<InboundRaw>> {
  const page = await listPage(session, folder, position, signal)
  if (!page.ok) return page
  const messages: InboundRaw[] = []
  for (const listed of page.messages) {
    if (listed.isDraft) continue
    const read = await readMime(session, listed.id, signal)
    if (!read.ok) return read
    if (!read.raw) continue
    const sent = folder === 'sentitems'
    if (sent && ourSendId(read.raw)) continue
    messages.push({
      providerId: listed.id,
      ...{ raw: read.raw, receivedAt: listed.receivedAt },
      ...(sent && { sent }),
      attachments: await listAttachments(read.raw),
    })
  }
  return { ...page, messages }
}

/** What the mailbox's owner wrote to themselves is in two folders: it counts as sent. */
function withoutOwnCopies(messages: InboundRaw[]): InboundRaw[] {
  const idOf = ({ raw }: InboundRaw) => headerOf(readHeaders(raw), 'message-id')
  const written = new Set(messages.filter(({ sent }) => sent).map(idOf))
  return messages.filter((message) => message.sent || !written.has(idOf(message)))
}
