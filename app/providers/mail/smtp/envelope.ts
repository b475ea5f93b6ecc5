import { isAscii } from 'node:buffer'
import { domainToASCII } from 'node:url'
import type { OutgoingMail } from '../types'
import { SmtpError } from './error'

/** What a server said that it can do. */
export interface SmtpAbilities {
  /** Takes commands before it has answered the ones before (RFC 2920). */
  pipelining: boolean
  /** Takes bytes over 127 in messages (RFC 6152). */
  eightBitMime: boolean
  /** Takes addresses with characters beyond ASCII (RFC 6531). */
  smtpUtf8: boolean
  /** The longest message that it takes (RFC 1870), in bytes; 0 when it named none. */
  maxBytes: number
}

/** The commands of a mail's envelope. */
export interface Envelope {
  mail: string
  rcpt: string
}

/** @throws SmtpError for an address that cannot be written safely, or a message that the server would not take. */
export function writeEnvelope({ from, to, raw }: OutgoingMail, can: SmtpAbilities): Envelope {
  const sender = safeAddress(from, 'sender')
  const recipient = safeAddress(to, 'recipient')
  if (recipient === '') throw unsafe('recipient', to)
  if (can.maxBytes > 0 && raw.length > can.maxBytes) {
    const words = `The message has ${raw.length} bytes, more than the ${can.maxBytes} that the server takes`
    throw new SmtpError('EMESSAGE', 'MAIL FROM', words)
  }
  let mail = `MAIL FROM:<${sender}>`
  if (can.smtpUtf8 && !(isPlain(sender) && isPlain(recipient))) mail += ' SMTPUTF8'
  if (can.eightBitMime && !isAscii(raw)) mail += ' BODY=8BITMIME'
  return { mail: `${mail}\r\n`, rcpt: `RCPT TO:<${recipient}>\r\n` }
}

/** What would end the address, or the command; no other control character has a place in it either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f<>]/
const isPlain = (text: string) => /^[ -~]*$/.test(text)

function safeAddress(address: string, role: string): string {
  const trimmed = address.trim()
  if (UNSAFE.test(trimmed)) throw unsafe(role, address)
  return isPlain(trimmed) ? trimmed : withAsciiDomain(trimmed)
}

/** Without SMTPUTF8 a domain has its ASCII form alone; an address that needs it for its local part stays as it is. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = isPlain(address.slice(0, at)) ? domainToASCII(address.slice(at)) : ''
  return domain ? address.slice(0, at) + domain : address
}

const unsafe = (role: string, address: string) =>
  new SmtpError('EENVELOPE', 'API', `Invalid ${role} ${JSON.stringify(address)}`)
