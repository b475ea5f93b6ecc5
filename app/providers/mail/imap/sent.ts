import type { ImapFlow } from 'imapflow'
import { headerOf, readHeaders, splitParts } from '~/providers/mail/message/mime-parts'
import { SEND_ID_HEADERS, sendIdOf } from '~/providers/mail/message/send-id'
import type { SendAccepted } from '../types'
import { ImapRefusal } from './connection'
import { fingerprintOfId } from './cursor'
import { createSent, findFolders } from './folders'

/** SEARCH matches parts of values, so several candidates are compared. */
const MAX_CANDIDATES = 20

/** Looks in the Sent folder for the message with our send id. */
export async function findInSent(
  client: ImapFlow,
  sendId: string,
): Promise<SendAccepted | { ok: true; providerId: null }> {
  const { sent } = await findFolders(client)
  if (!sent) return { ok: true, providerId: null }
  const folder = await client.mailboxOpen(sent, { readOnly: true })
  if (folder.exists === 0) return { ok: true, providerId: null }
  for (const name of SEND_ID_HEADERS) {
    const uids = await client.search({ header: { [name]: sendId } }, { uid: true })
    if (!Array.isArray(uids)) throw new ImapRefusal('The Sent folder could not be searched')
    if (uids.length === 0) continue
    const found = await client.fetchAll(
      uids.slice(-MAX_CANDIDATES).join(','),
      { uid: true, headers: [name, 'Message-ID'] },
      { uid: true },
    )
    for (const { uid, headers } of found) {
      const part = splitParts(headers?.toString('latin1') ?? '')
      if (headerOf(part, name.toLowerCase()) !== sendId) continue
      const messageId = headerOf(part, 'message-id')
      return { ok: true, providerId: `${sent}:${folder.uidValidity}:${uid}`, messageId }
    }
  }
  return { ok: true, providerId: null }
}

/** Those of these messages that we did not send. Fetches nothing but the header with our id. */
export async function withoutOurs(client: ImapFlow, uids: number[]): Promise<number[]> {
  if (uids.length === 0) return []
  const found = await client.fetchAll(
    uids.join(','),
    { uid: true, headers: [...SEND_ID_HEADERS] },
    { uid: true },
  )
  return found
    .filter(({ uid, headers }) => uids.includes(uid) && !isOurs(headers))
    .map(({ uid }) => uid)
    .sort((a, b) => a - b)
}

/** Those of these messages that are not ours, and whose id is not among the fingerprints of known ones. */
export async function withoutKnown(
  client: ImapFlow,
  uids: number[],
  recent: readonly string[],
): Promise<number[]> {
  if (uids.length === 0) return []
  const query = { uid: true, headers: [...SEND_ID_HEADERS, 'Message-ID'] }
  const found = await client.fetchAll(uids.join(','), query, { uid: true })
  return found
    .filter(({ uid, headers }) => uids.includes(uid) && !isOurs(headers) && !isRecent(headers, recent))
    .map(({ uid }) => uid)
    .sort((a, b) => a - b)
}

const isRecent = (headers: Buffer | undefined, recent: readonly string[]): boolean =>
  headers !== undefined &&
  (['received', 'sent'] as const).some((side) => recent.includes(fingerprintOfId(headers, side) ?? ''))

function isOurs(headers: Buffer | undefined): boolean {
  const head = readHeaders(headers ?? Buffer.alloc(0))
  return sendIdOf((name) => headerOf(head, name)) !== ''
}

/**
 * Stores a copy of a sent message in the Sent folder, as read, unless a message with its Message-ID is there. Creates the folder if
 * there is none.
 * @returns `stored`, `there` (the server keeps copies itself), or `nowhere` if no folder can be created
 */
export async function keepCopy(
  client: ImapFlow,
  mail: { raw: Buffer; messageId: string },
  at: Date,
): Promise<'stored' | 'there' | 'nowhere'> {
  const sent = (await findFolders(client)).sent ?? (await createSent(client))
  if (!sent) return 'nowhere'
  const folder = await client.mailboxOpen(sent, { readOnly: true })
  const there =
    folder.exists > 0 ? await client.search({ header: { 'Message-ID': mail.messageId } }, { uid: true }) : []
  if (!Array.isArray(there)) throw new ImapRefusal('The Sent folder could not be searched')
  if (there.length > 0) return 'there'
  // The library drops flags that the open folder does not keep, and a folder opened for reading keeps none.
  await client.mailboxClose()
  await client.append(sent, mail.raw, ['\\Seen'], at)
  return 'stored'
}
