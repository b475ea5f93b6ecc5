import type { ProviderFailure } from '~/providers/net/failure'
import type { FindResult } from '../types'
import { isGone } from './failure'
import { LISTED_FIELDS, type Listed, listedIn, listedOf, messagePath, ourSendId, readMime } from './messages'
import type { MicrosoftSession } from './session'

/** What became of a draft: `unsent` is proof, and the draft is removed then. */
export type DraftFate =
  | { ok: true; fate: 'sent'; message: Listed }
  | { ok: true; fate: 'unsent' | 'gone' }
  | ProviderFailure

/**
 * Finds out whether a draft was sent, and removes it if it was not. It is looked at again after its removal: had it been sent between, its
 * immutable id would now name the sent copy.
 */
export async function settleDraft(
  session: MicrosoftSession,
  id: string,
  signal: AbortSignal,
): Promise<DraftFate> {
  const before = await stateOf(session, id, signal)
  if (!before.ok) return before
  if (!before.message) return { ok: true, fate: 'gone' }
  if (!before.message.isDraft) return { ok: true, fate: 'sent', message: before.message }
  const removed = await session.call('read', signal, { method: 'DELETE', path: messagePath(id) })
  if (!removed.ok && !isGone(removed)) return removed
  const after = await stateOf(session, id, signal)
  if (!after.ok) return after
  return after.message && !after.message.isDraft
    ? { ok: true, fate: 'sent', message: after.message }
    : { ok: true, fate: 'unsent' }
}

async function stateOf(
  session: MicrosoftSession,
  id: string,
  signal: AbortSignal,
): Promise<{ ok: true; message: Listed | null } | ProviderFailure> {
  const path = `${messagePath(id)}?$select=${LISTED_FIELDS}`
  const got = await session.call('read', signal, { path })
  if (got.ok) return { ok: true, message: listedOf(got.reply.body) }
  return isGone(got) ? { ok: true, message: null } : got
}

const PAGE = 50
/** How many pages of a folder are searched, newest first. */
const PAGES = 4

/**
 * What became of an email of unknown outcome. Its draft says so. Without a stored draft it was never sent, because a draft is stored before it
 * is sent; but a report says that an immutable id changed, so the newest sent emails are looked through first.
 * @param draftId the stored id of its draft; null if none was stored
 */
export async function findSent(
  session: MicrosoftSession,
  sendId: string,
  to: string,
  draftId: string | null,
  signal: AbortSignal,
): Promise<FindResult> {
  if (draftId) {
    const settled = await settleDraft(session, draftId, signal)
    if (!settled.ok) return settled
    if (settled.fate === 'unsent') return { ok: true, providerId: null, isUnsent: true }
    if (settled.fate === 'sent') return acceptedOf(settled.message)
  }
  const sent = await search(session, 'sentitems', sendId, to, signal)
  if (!sent.ok) return sent
  if (sent.message) return acceptedOf(sent.message)
  const left = await search(session, 'drafts', sendId, to, signal)
  if (!left.ok) return left
  if (left.message) {
    const settled = await settleDraft(session, left.message.id, signal)
    if (!settled.ok) return settled
    if (settled.fate === 'sent') return acceptedOf(settled.message)
  }
  return { ok: true, providerId: null, ...(draftId ? {} : { isUnsent: true }) }
}

export const acceptedOf = ({ id, messageId }: Listed) => ({ ok: true as const, providerId: id, messageId })

/** The message with our send id among the newest of a folder to one recipient. */
async function search(
  session: MicrosoftSession,
  folder: 'sentitems' | 'drafts',
  sendId: string,
  to: string,
  signal: AbortSignal,
): Promise<{ ok: true; message: Listed | null } | ProviderFailure> {
  const query = `$select=${LISTED_FIELDS},toRecipients&$orderby=receivedDateTime desc&$top=${PAGE}`
  let path: string | null = `/me/mailFolders/${folder}/messages?${query}`
  for (let page = 0; page < PAGES && path; page += 1) {
    const got = await session.call('read', signal, { path })
    if (!got.ok) return got
    for (const message of listedIn(got.reply.body)) {
      if (!message.to.includes(to.toLowerCase())) continue
      const read = await readMime(session, message.id, signal)
      if (!read.ok) return read
      if (read.raw && ourSendId(read.raw) === sendId) return { ok: true, message }
    }
    const next = got.reply.body['@odata.nextLink']
    path = typeof next === 'string' && session.isOurs(next) ? next : null
  }
  return { ok: true, message: null }
}
