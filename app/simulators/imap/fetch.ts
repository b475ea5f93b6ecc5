import type { FolderMessage } from '../mail/folders'
import { headerOf, splitMessage } from '../mail/message'
import { type Token, writeString } from './parse'
import { bodyStructure, partBytes } from './structure'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number: number) => String(number).padStart(2, '0')

/** `02-Mar-2026 09:00:00 +0000` (RFC 3501, date-time). */
function writeDateTime(date: Date): string {
  const day = `${two(date.getUTCDate())}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()}`
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return `${day} ${time} +0000`
}

/** Reads `2-Mar-2026` or a whole date-time; null for anything else. */
export function readDate(written: string): Date | null {
  const found = /^\s?(\d{1,2})-([a-z]{3})-(\d{4})(?: (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d))?$/i.exec(written)
  if (!found) return null
  const [, day, name, year, time = '00:00:00', hours = '+00', minutes = '00'] = found
  const month = MONTHS.findIndex((month) => month.toLowerCase() === name!.toLowerCase()) + 1
  const date = new Date(`${year}-${two(month)}-${two(Number(day))}T${time}${hours}:${minutes}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The requested items of each message; macros are expanded. */
export function fetchItems(token: Token | undefined): string[] {
  const items = token?.kind === 'list' ? token.items : token ? [token] : []
  return items.flatMap((item) => {
    const name = item.kind === 'list' ? '' : item.value.toUpperCase()
    if (name === 'ALL' || name === 'FAST' || name === 'FULL')
      return ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', ...(name === 'FAST' ? [] : ['ENVELOPE'])]
    return name
  })
}

/** Items that need the message's content. */
export const needsContent = (items: string[]): boolean =>
  items.some((item) => item === 'RFC822.SIZE' || item === 'ENVELOPE' || item.startsWith('BODY'))

/**
 * The data of one message as a FETCH response. @throws SyntaxError for an item that is not simulated
 */
export function fetchData(message: FolderMessage, items: string[], raw: Buffer): Buffer {
  const parts: Buffer[] = []
  const add = (text: string) => parts.push(Buffer.from(text))
  for (const [index, item] of items.entries()) {
    if (index > 0) add(' ')
    if (item === 'UID') add(`UID ${message.uid}`)
    else if (item === 'FLAGS') add(`FLAGS (${message.seen ? '\\Seen' : ''})`)
    else if (item === 'INTERNALDATE') add(`INTERNALDATE "${writeDateTime(message.internalDate)}"`)
    else if (item === 'RFC822.SIZE') add(`RFC822.SIZE ${raw.length}`)
    else if (item === 'ENVELOPE') add(`ENVELOPE ${envelope(message, raw)}`)
    else if (item === 'BODYSTRUCTURE') add(`BODYSTRUCTURE ${bodyStructure(raw)}`)
    else {
      const { label, bytes } = section(item, raw)
      add(`${label} {${bytes.length}}\r\n`)
      parts.push(bytes)
    }
  }
  return Buffer.concat(parts)
}

/** `BODY.PEEK[HEADER]<0.100>`: a section of the message, or a part of one. */
function section(item: string, raw: Buffer): { label: string; bytes: Buffer } {
  const found = /^BODY(?:\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$/s.exec(item)
  if (!found) throw new SyntaxError(`no item ${item}`)
  const [, name = '', start, length] = found
  const whole = sectionBytes(name, raw)
  if (start === undefined) return { label: `BODY[${name}]`, bytes: whole }
  const from = Number(start)
  return { label: `BODY[${name}]<${start}>`, bytes: whole.subarray(from, from + Number(length)) }
}

function sectionBytes(name: string, raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  const head = end < 0 ? raw : raw.subarray(0, end + 4)
  if (name === '') return raw
  if (name === 'HEADER') return head
  if (name === 'TEXT') return end < 0 ? Buffer.alloc(0) : raw.subarray(end + 4)
  if (/^\d/.test(name)) return partBytes(raw, name)
  const fields = /^HEADER\.FIELDS \((.*)\)$/.exec(name)?.[1]
  if (fields === undefined) throw new SyntaxError(`no section ${name}`)
  const wanted = fields.split(' ').map((field) => field.replaceAll('"', '').toLowerCase())
  const lines = splitMessage(raw).headers.filter((header) => wanted.includes(header.name.toLowerCase()))
  return Buffer.from(`${lines.map((header) => `${header.name}: ${header.value}\r\n`).join('')}\r\n`)
}

/** Date, subject, and the first sender and recipient; the other fields are NIL. */
function envelope(message: FolderMessage, raw: Buffer): string {
  const { headers } = splitMessage(raw)
  const party = (address: string) => {
    const [local = '', host = ''] = address.split('@')
    return `((NIL NIL ${writeString(local)} ${writeString(host)}))`
  }
  const sender = party(message.sender)
  const date = writeString(headerOf(headers, 'Date'))
  const names = `${sender} ${sender} ${sender} ${party(message.recipient)}`
  return `(${date} ${writeString(message.subject)} ${names} NIL NIL NIL ${writeString(message.messageId)})`
}
