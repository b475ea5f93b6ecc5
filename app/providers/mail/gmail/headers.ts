import type { GmailSession } from './session'

/** The two headers that identify a sent message. Names keep the sender's case, so they are compared case-insensitively. */
export async function readSentHeaders(session: GmailSession, id: string, signal: AbortSignal) {
  const got = await session.call('read', signal, (api, options) =>
    api.users.messages.get(
      { userId: 'me', id, format: 'metadata', metadataHeaders: ['Message-ID', 'X-Coldframe-Send-Id'] },
      options,
    ),
  )
  if (!got.ok) return got
  const headers = got.data.payload?.headers ?? []
  const get = (name: string) => headers.find((header) => header.name?.toLowerCase() === name)?.value?.trim()
  return { ok: true as const, get, labels: got.data.labelIds ?? [] }
}
