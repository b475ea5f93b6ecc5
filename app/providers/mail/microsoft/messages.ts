import { isObject, textIn } from '~/providers/microsoft/call'
import type { ProviderFailure } from '~/providers/net/failure'
import { headerOf, readHeaders } from '../message/mime-parts'
import { sendIdOf } from '../message/send-id'
import { isGone } from './failure'
import type { MicrosoftSession } from './session'

/** The folders that are read, by Graph's well-known names, in the order in which they are read. */
export const FOLDERS = ['inbox', 'archive', 'junkemail', 'sentitems'] as const
export type Folder = (typeof FOLDERS)[number]

/** What Graph lists of a message. */
export interface Listed {
  id: string
  isDraft: boolean
  receivedAt: Date
  messageId: string
  /** In lower case. */
  to: string[]
}

/** The fields of `Listed`. Not `conversationId`: unrelated messages with one subject may share it. */
export const LISTED_FIELDS = 'id,isDraft,receivedDateTime,internetMessageId'

/** The messages of a list (`value`); entries that tell of a removal are left out. */
export const listedIn = (body: Record<string, unknown>): Listed[] =>
  (Array.isArray(body.value) ? body.value : []).flatMap((entry: unknown) =>
    textIn(entry, 'id') && isObject(entry) && !('@removed' in entry) ? [listedOf(entry)] : [],
  )

export function listedOf(entry: Record<string, unknown>): Listed {
  const at = Date.parse(textIn(entry, 'receivedDateTime'))
  const to = Array.isArray(entry.toRecipients) ? entry.toRecipients : []
  return {
    id: textIn(entry, 'id'),
    isDraft: entry.isDraft === true,
    receivedAt: new Date(Number.isNaN(at) ? 0 : at),
    messageId: textIn(entry, 'internetMessageId'),
    to: to.map((one: unknown) => textIn(isObject(one) && one.emailAddress, 'address').toLowerCase()),
  }
}

/** The path of a message. */
export const messagePath = (id: string): string => `/me/messages/${encodeURIComponent(id)}`

/**
 * The message as MIME (`$value`); null if it is gone. Of one that is larger than any that Exchange usually takes, only the beginning: a
 * sender must not end the reading of the mailbox.
 */
export async function readMime(
  session: MicrosoftSession,
  id: string,
  signal: AbortSignal,
): Promise<{ ok: true; raw: Buffer | null } | ProviderFailure> {
  const got = await session.call('read', signal, { path: `${messagePath(id)}/$value`, isCut: true })
  if (got.ok) return { ok: true, raw: got.reply.bytes }
  return isGone(got) ? { ok: true, raw: null } : got
}

/** Our send id in a message; empty if it is not ours. */
export function ourSendId(raw: Buffer): string {
  const head = readHeaders(raw)
  return sendIdOf((name) => headerOf(head, name))
}
