import { setImmediate as letOthersRun } from 'node:timers/promises'
import { buildHeaderValue, foldLines } from 'nodemailer/lib/mime-funcs'
import { safeFileName, safeType } from './file-name'
import { ownMessageId } from './header-guard'

/** A file to send along. */
export interface OutgoingFile {
  name: string
  /** In lower case, without parameters. */
  type: string
  content: Buffer
  /** The id by which the HTML shows it, without brackets; null or absent for a file. */
  contentId?: string | null
}

/** Bytes per line of base64: 76 characters (RFC 2045, 6.8). */
const LINE = 57
/** How much is encoded before other work gets a turn. */
const CHUNK = LINE * 8_192

/** The headers and the body of an attachment or a shown image, in base64. */
export async function attachmentPart({ name, type, content, contentId }: OutgoingFile): Promise<Buffer[]> {
  const safe = safeType(type)
  // Messages and multiparts must not be in base64 (RFC 2046, 5.2.1).
  const contentType = /^(message|multipart)\//.test(safe) ? 'application/octet-stream' : safe
  const params = { filename: safeFileName(name, contentType) }
  const disposition = buildHeaderValue({ value: contentId ? 'inline' : 'attachment', params })
  const headers = [
    `Content-Type: ${contentType}`,
    foldLines(`Content-Disposition: ${disposition}`, 76),
    ...(contentId ? [`Content-ID: ${ownMessageId(`<${contentId}>`)}`] : []),
    'Content-Transfer-Encoding: base64',
  ]
  const pieces = [Buffer.from(`${headers.join('\r\n')}\r\n\r\n`)]
  for (let at = 0; at < content.length; at += CHUNK) {
    const base64 = content.toString('base64', at, at + CHUNK).replace(/.{76}(?!$)/g, '$&\r\n')
    pieces.push(Buffer.from(at + CHUNK < content.length ? `${base64}\r\n` : base64, 'latin1'))
    await letOthersRun()
  }
  return pieces
}
