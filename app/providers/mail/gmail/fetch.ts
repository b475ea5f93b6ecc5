import type { ProviderFailure } from '~/providers/net/failure'
import { listAttachments, readAttachment } from '../message/attachments'
import { headerOf, readHeaders } from '../message/mime-parts'
import { sendIdOf } from '../message/send-id'
import type { AttachmentContent, InboundRaw } from '../types'
import { readSentHeaders } from './headers'
import type { GmailSession } from './session'

/** Concurrent calls. */
const AT_ONCE = 4

/** A message that may be new to us. */
export interface ListedMessage {
  id: string
  /** It may be one of ours: its header is looked at before the rest is fetched. */
  maybeSent: boolean
}

export type Fetched = { ok: true; list: InboundRaw[] } | ProviderFailure
/** Received, in the inbox or archived, or sent. */
type Label = 'INBOX' | 'SENT'

/** What is not read: unsent messages, chats, and what the user or Gmail has thrown away. */
const UNREAD = new Set(['DRAFT', 'CHAT', 'TRASH', 'SPAM'])

/**
 * Whether a message with these labels is received or sent, as far as is known. One without INBOX was archived, perhaps by a filter as it
 * arrived.
 */
export const isOfInterest = (labels: string[] | null | undefined): boolean =>
  !labels?.some((label) => UNREAD.has(label))

/**
 * Fetches whole messages, oldest first, without ours; messages deleted meanwhile are left out. A message with both labels, which the
 * mailbox's owner wrote to themselves, counts as sent.
 * @param only the label to fetch; both if absent
 */
export async function fetchMessages(
  session: GmailSession,
  listed: ListedMessage[],
  signal: AbortSignal,
  only?: Label,
): Promise<Fetched> {
  const unique = [...new Map(listed.map((listed) => [listed.id, listed])).values()]
  const list: InboundRaw[] = []
  for (let next = 0; next < unique.length; next += AT_ONCE) {
    const batch = unique.slice(next, next + AT_ONCE)
    for (const result of await Promise.all(batch.map((listed) => fetchOne(session, listed, signal, only)))) {
      if (!result.ok) return result
      if (result.message) list.push(result.message)
    }
  }
  list.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  return { ok: true, list }
}

const NONE = { ok: true as const, message: null }

async function fetchOne(
  session: GmailSession,
  { id, maybeSent }: ListedMessage,
  signal: AbortSignal,
  only: Label | undefined,
): Promise<{ ok: true; message: InboundRaw | null } | ProviderFailure> {
  if (maybeSent) {
    const headers = await readSentHeaders(session, id, signal)
    if (!headers.ok) return isGone(headers) ? NONE : headers
    if (headers.labels.includes('SENT') && sendIdOf(headers.get)) return NONE
  }
  const got = await getRaw(session, id, signal)
  if (!got.ok) return isGone(got) ? NONE : got
  const { raw, internalDate, threadId, labelIds } = got.data
  const sent = labelIds?.includes('SENT') ?? false
  if (!raw || !isOfInterest(labelIds) || only === (sent ? 'INBOX' : 'SENT')) return NONE
  const bytes = Buffer.from(raw, 'base64url')
  const head = readHeaders(bytes)
  if (sent && sendIdOf((name) => headerOf(head, name))) return NONE
  return {
    ok: true,
    message: {
      providerId: id,
      ...(threadId && { threadId }),
      raw: bytes,
      receivedAt: new Date(Number(internalDate ?? 0)),
      ...(sent && { sent }),
      attachments: await listAttachments(bytes),
    },
  }
}

const getRaw = (session: GmailSession, id: string, signal: AbortSignal) =>
  session.call('read', signal, (api, options) =>
    api.users.messages.get({ userId: 'me', id, format: 'raw' }, options),
  )

/** Deleted meanwhile. */
const isGone = ({ code }: ProviderFailure): boolean => code?.startsWith('404') ?? false

/** One part of a message, decoded; null if the message or the part no longer exists, `too large` beyond `maxBytes`. */
export async function fetchAttachment(
  session: GmailSession,
  id: string,
  part: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ ok: true; content: AttachmentContent | 'too large' | null } | ProviderFailure> {
  const got = await getRaw(session, id, signal)
  if (!got.ok) return isGone(got) ? { ok: true, content: null } : got
  const content = got.data.raw
    ? await readAttachment(Buffer.from(got.data.raw, 'base64url'), part, maxBytes)
    : null
  return { ok: true, content }
}
