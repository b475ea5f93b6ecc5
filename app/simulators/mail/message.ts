import { simpleParser } from 'mailparser'
import addressparser from 'nodemailer/lib/addressparser'

/** One header of a message: its name as sent, its value unfolded but not decoded. */
export interface Header {
  name: string
  value: string
}

/** A message split at its first empty line. */
export interface SplitMessage {
  headers: Header[]
  body: Buffer
}

/** Splits a message into headers and body (RFC 5322, 2.1). Lines without a colon are dropped. */
export function splitMessage(raw: Buffer): SplitMessage {
  const crlf = raw.indexOf('\r\n\r\n')
  const lf = raw.indexOf('\n\n')
  const useLf = crlf < 0 || (lf >= 0 && lf < crlf)
  const at = useLf ? lf : crlf
  const head = (at < 0 ? raw : raw.subarray(0, at)).toString('utf8')
  const body = at < 0 ? Buffer.alloc(0) : raw.subarray(at + (useLf ? 2 : 4))
  const headers: Header[] = []
  for (const line of head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() })
  }
  return { headers, body }
}

/** The first header with that name, ignoring case; empty if there is none. */
export function headerOf(headers: Header[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? ''
}

/** Reassembles a message, folding long headers at spaces (RFC 5322, 2.2.3). */
export function joinMessage({ headers, body }: SplitMessage): Buffer {
  const head = headers.map(({ name, value }) => fold(`${name}: ${value}`)).join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body])
}

function fold(line: string): string {
  let folded = ''
  let width = 0
  for (const word of line.split(/(?= )/)) {
    if (width > 0 && width + word.length > 78) {
      folded += '\r\n'
      width = 0
    }
    folded += word
    width += word.length
  }
  return folded
}

/** Sets a header: replaces the first one with that name, or appends it. Later ones with that name are removed. */
export function setHeader(headers: Header[], name: string, value: string): Header[] {
  const same = (header: Header) => header.name.toLowerCase() === name.toLowerCase()
  const first = headers.findIndex(same)
  if (first < 0) return [...headers, { name, value }]
  return headers.flatMap((header, index) => {
    if (index === first) return [{ name: header.name, value }]
    return same(header) ? [] : [header]
  })
}

/** The bare addresses in an address header, in lower case. */
export function addressesOf(value: string): string[] {
  return addressparser(value, { flatten: true })
    .map((entry) => entry.address.trim().toLowerCase())
    .filter(Boolean)
}

/** The message ids in a header, oldest first. */
export const idsOf = (value: string): string[] => value.match(/<[^<>\s]+>/g) ?? []

/** The text of an unstructured header, with encoded words decoded (RFC 2047). */
export async function decodeHeader(value: string): Promise<string> {
  const { subject } = await simpleParser(`Subject: ${value}\r\n\r\n`)
  return subject ?? ''
}
