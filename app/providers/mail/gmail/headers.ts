import { SEND_ID_HEADERS } from '../message/send-id'
import type { GmailSession } from './session'

/** The headers that identify a sent message. Names keep the sender's case, so they are compared case-insensitively. */
export async function readSentHeaders(session: GmailSession, id: string, signal: AbortSignal) {
  const result = await session.call('read', signal, (api, options) =>
    api.users.messages.get(
      { userId: 'me', id, format: 'metadata', metadataHeaders: ['Message-ID', ...SEND_ID_HEADERS] },
      options,
    ),
  )
  if (!result.ok) return result
  const headers = result.data.payload?.headers ?? []
  const get = (name: string) => headers.find((header) => header.name?.toLowerCase() === name)?.value?.trim()
  return { ok: true as const, get, labels: result.data.labelIds ?? [] }
}
