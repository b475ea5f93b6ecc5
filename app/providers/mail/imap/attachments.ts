import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { cidOf, decodedSize, isAttachment, MAX_ATTACHMENTS } from '../message/attachments'
import { safeFileName, safeType } from '../message/file-name'
import type { AttachmentContent, AttachmentInfo } from '../types'

/** Bytes per request. */
const CHUNK = 1024 * 1024

/**
 * The attachments of a message of which only the beginning was fetched. Null if the server's response is unreadable: the library refuses
 * responses that are too long or nested too deeply, and such a message must not block those behind it.
 */
export async function listByStructure(client: ImapFlow, uid: number): Promise<AttachmentInfo[] | null> {
  // An earlier response ended the connection.
  if (!client.usable) return null
  // If the library closes the connection, only the event says why.
  let cause: unknown
  const note = (error: unknown) => {
    cause = error
  }
  client.on('error', note)
  try {
    const message = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true })
    const structure = message ? message.bodyStructure : undefined
    if (!structure) return null
    const found: AttachmentInfo[] = []
    collect(structure, found)
    return found
  } catch (error) {
    if (isUnreadable(error) || isUnreadable(cause)) return null
    throw error
  } finally {
    client.off('error', note)
  }
}

/** The server refused, or the library refused to read the response. */
const isUnreadable = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  ('responseStatus' in error ||
    ('code' in error && (error.code === 'LineTooLarge' || error.code === 'ResponseTooLarge')))

/** The library limits the depth. A forwarded message is one attachment, whatever it contains. */
function collect(node: MessageStructureObject, found: AttachmentInfo[]): void {
  if (found.length >= MAX_ATTACHMENTS) return
  if (node.type.startsWith('multipart/')) {
    for (const child of node.childNodes ?? []) collect(child, found)
    return
  }
  const named = node.dispositionParameters?.filename || node.parameters?.name || ''
  const candidate = {
    type: node.type,
    attached: node.disposition?.toLowerCase() === 'attachment',
    named: named !== '',
    referable: Boolean(node.id),
  }
  if (!isAttachment(candidate)) return
  found.push({
    part: node.part ?? '1',
    name: safeFileName(named, node.type),
    type: safeType(node.type),
    size: decodedSize(node.size ?? 0, node.encoding ?? ''),
    ...cidOf(node.id ?? ''),
  })
}

/** Downloads one part; null if the message or the part no longer exists, `too large` beyond `maxBytes`. */
export async function downloadPart(
  client: ImapFlow,
  providerId: string,
  part: string,
  maxBytes: number,
): Promise<AttachmentContent | 'too large' | null> {
  const [, path, validity, uid] = /^(.+):(\d+):(\d+)$/s.exec(providerId) ?? []
  if (!path || !validity || !uid || !/^\d{1,5}(\.\d{1,5}){0,30}$/.test(part)) return null
  const folder = await openOrNull(client, path)
  if (!folder || String(folder.uidValidity) !== validity || folder.exists === 0) return null
  const { meta, content } = await client.download(uid, part, {
    uid: true,
    chunkSize: CHUNK,
    maxBytes: maxBytes + 1,
  })
  if (!content) return null
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  if (bytes.length > maxBytes) return 'too large'
  // Dovecot returns nothing for a part that does not exist.
  if (bytes.length === 0 && !meta.contentType) return null
  const type = safeType(meta.contentType ?? '')
  return { name: safeFileName(meta.filename || '', type), type, bytes }
}

async function openOrNull(client: ImapFlow, path: string) {
  try {
    return await client.mailboxOpen(path, { readOnly: true })
  } catch (error) {
    const isMissing = typeof error === 'object' && error !== null && 'mailboxMissing' in error
    if (isMissing && client.usable) return null
    throw error
  }
}
