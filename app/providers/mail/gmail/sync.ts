import type { ProviderFailure } from '~/providers/net/failure'
import type { SyncPage } from '../types'
import { type GmailCursor, readCursor, writeCursor } from './cursor'
import { fetchMessages, isOfInterest, type ListedMessage } from './fetch'
import type { GmailResult, GmailSession } from './session'

/** Per page: messages.get costs 20 of 6,000 units a minute, and every message is held in memory. */
const MAX_MESSAGES = 25
const RECEIVED = '-in:sent -in:draft -in:chats'
/** Google's index may lag behind its clock. */
const MARGIN_SECONDS = 3600

/** Reads everything new in the inbox and among the sent messages since `stored`; null starts at the present. See `MailProvider.sync`. */
export async function syncGmail(
  session: GmailSession,
  stored: string | null,
  signal: AbortSignal,
): Promise<SyncPage | ProviderFailure> {
  if (stored === null) {
    const start = await present(session, signal)
    return start.ok ? { ok: true, messages: [], cursor: writeCursor(start.cursor), more: false } : start
  }
  const cursor = readCursor(stored)
  if (cursor?.resync) return resyncPage(session, cursor, signal)
  if (!cursor) return startResync(session, undefined, signal)
  return historyPage(session, cursor, signal)
}

async function historyPage(
  session: GmailSession,
  cursor: GmailCursor,
  signal: AbortSignal,
): Promise<SyncPage | ProviderFailure> {
  const records: { id: string; added: ListedMessage[] }[] = []
  let found = 0
  let pageToken: string | undefined
  let newest: Pick<GmailCursor, 'historyId' | 'seen'> | undefined
  do {
    const page = await session.call('read', signal, (api, options) =>
      api.users.history.list(
        {
          userId: 'me',
          startHistoryId: cursor.historyId,
          // Of every label: two filtered lists cost twice as much and have two positions.
          historyTypes: ['messageAdded'],
          maxResults: 500,
          pageToken,
        },
        options,
      ),
    )
    if (!page.ok) return page.code?.startsWith('404') ? startResync(session, cursor.seen, signal) : page
    // The position of the first page: messages that arrive while later pages are read are read again, never skipped.
    newest ??= { historyId: page.data.historyId ?? cursor.historyId, seen: secondsOf(page, cursor.seen) }
    for (const record of page.data.history ?? []) {
      const added = (record.messagesAdded ?? []).flatMap(({ message }): ListedMessage[] =>
        message?.id && isOfInterest(message.labelIds)
          ? [{ id: message.id, maybeSent: message.labelIds?.includes('SENT') ?? true }]
          : [],
      )
      if (record.id) records.push({ id: record.id, added })
      found += added.length
    }
    pageToken = page.data.nextPageToken ?? undefined
  } while (pageToken && found < MAX_MESSAGES)

  // Whole records only: the next call can continue only after a record's id.
  const taken = takeRecords(records)
  const messages = await fetchMessages(
    session,
    taken.flatMap(({ added }) => added),
    signal,
  )
  if (!messages.ok) return messages
  const more = pageToken !== undefined || taken.length < records.length
  const next = more
    ? { ...cursor, historyId: taken.at(-1)?.id ?? cursor.historyId }
    : { ...cursor, ...newest }
  return { ok: true, messages: messages.list, cursor: writeCursor(next), more }
}

/** The first records with about one page of messages; at least one, so that a sync always makes progress. */
function takeRecords<R extends { added: ListedMessage[] }>(records: R[]): R[] {
  let sum = 0
  const end = records.findIndex(({ added }, index) => {
    sum += added.length
    return index > 0 && sum > MAX_MESSAGES
  })
  return end < 0 ? records : records.slice(0, end)
}

/** The history is gone: lists everything that arrived since, after storing a new position. */
async function startResync(
  session: GmailSession,
  seen: number | undefined,
  signal: AbortSignal,
): Promise<SyncPage | ProviderFailure> {
  const start = await present(session, signal)
  if (!start.ok) return start
  const query = seen === undefined ? 'newer_than:7d' : `after:${seen - MARGIN_SECONDS}`
  return resyncPage(session, { ...start.cursor, resync: { query, label: 'INBOX' } }, signal)
}

async function resyncPage(
  session: GmailSession,
  cursor: GmailCursor,
  signal: AbortSignal,
): Promise<SyncPage | ProviderFailure> {
  const { query, pageToken, label } = cursor.resync!
  const page = await session.call('read', signal, (api, options) =>
    api.users.messages.list(
      {
        userId: 'me',
        // What was received may be archived: All Mail without what was sent.
        ...(label === 'SENT' ? { labelIds: [label], q: query } : { q: `${query} ${RECEIVED}` }),
        ...{ maxResults: MAX_MESSAGES, pageToken },
      },
      options,
    ),
  )
  if (!page.ok) {
    // The page token is stale: the listing starts over. Messages read twice are recognized by their provider id.
    const stale = page.why === 'refused' && pageToken !== undefined
    return stale
      ? { ok: true, messages: [], cursor: writeCursor({ ...cursor, resync: { query, label } }), more: true }
      : page
  }
  const listed = (page.data.messages ?? []).flatMap(({ id }) =>
    id ? [{ id, maybeSent: label === 'SENT' }] : [],
  )
  const messages = await fetchMessages(session, listed, signal, label)
  if (!messages.ok) return messages
  const next = page.data.nextPageToken ?? undefined
  const { resync: _, ...arrived } = cursor
  const resync = next
    ? { query, pageToken: next, label }
    : label === 'INBOX' && { query, label: 'SENT' as const }
  return {
    ok: true,
    messages: messages.list,
    cursor: writeCursor(resync ? { ...cursor, resync } : arrived),
    more: Boolean(resync),
  }
}

/** The mailbox's current position. */
async function present(
  session: GmailSession,
  signal: AbortSignal,
): Promise<{ ok: true; cursor: GmailCursor } | ProviderFailure> {
  const profile = await session.call('read', signal, (api, options) =>
    api.users.getProfile({ userId: 'me' }, options),
  )
  if (!profile.ok) return profile
  const { historyId } = profile.data
  if (!historyId) return { ok: false, why: 'retry', detail: 'Gmail returned no history id' }
  return { ok: true, cursor: { historyId, seen: secondsOf(profile) } }
}

function secondsOf<T>(called: Extract<GmailResult<T>, { ok: true }>, otherwise?: number): number | undefined {
  return called.serverTime ? Math.floor(called.serverTime.getTime() / 1000) : otherwise
}
