import { invalid } from '~/errors'

/**
 * What may stand in a header. Addresses are refused when they could be read as two, words are cleaned, as a name or a
 * subject with a line break in it is merely odd.
 */

/** Printable ASCII without the characters that group, list, quote, comment or route addresses (RFC 5322, 3.4). */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/
const DOMAIN = /^(?=.{1,253}$)[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63})*$/u

/**
 * An address that means itself in any header.
 * @throws AppError INVALID naming `field`.
 */
export function mailAddress(address: string, field: string): string {
  const trimmed = address.trim()
  const at = trimmed.lastIndexOf('@')
  if (!LOCAL.test(trimmed.slice(0, at)) || !DOMAIN.test(trimmed.slice(at + 1))) {
    invalid('Please enter a valid email address', field)
  }
  return trimmed
}

/** Control characters, the line and paragraph separators of Unicode, halves of broken characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Surrogate}]+/gu
const ENCODED_WORD = /=\?(?=[^?\s]+\?[bq]\?)/gi
/** Longer headers are refused or cut by servers on the way. */
const MAX_LINE = 900

/** Words for a name or a subject: one line; text that poses as an encoded word (RFC 2047) stays the text it is. */
export function oneLine(text: string): string {
  const line = text.replace(BREAKS, ' ').replace(/ {2,}/g, ' ').replace(ENCODED_WORD, '= ?').trim()
  return [...line].slice(0, MAX_LINE).join('')
}

/** A foreign message id as it can be repeated in a header; null when it cannot. */
export function messageIdOrNull(id: string | undefined): string | null {
  const trimmed = id?.trim() ?? ''
  return /^<[!-;=?-~]{1,400}>$/.test(trimmed) ? trimmed : null
}

/**
 * Our own message id: exactly one @ and no trailing dot, as Gmail replaces others.
 * @throws Error when it is malformed: that is a defect, nobody typed it.
 */
export function ownMessageId(id: string): string {
  if (/^<[A-Za-z0-9._+=-]{1,200}@[A-Za-z0-9.-]{0,250}[A-Za-z0-9-]>$/.test(id)) return id
  throw new Error('malformed Message-ID')
}

/** An http(s) address that fits between angle brackets. @throws AppError INVALID naming `field`. */
export function webAddress(url: string, field: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || /[<>\s]/.test(parsed.href)) {
    invalid('This is not a web address', field)
  }
  return parsed.href
}
