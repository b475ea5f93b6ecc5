import { invalid } from '~/errors'

/**
 * Guards the contents of headers. Addresses that could be read as two are refused; other text is cleaned, because a line break in a
 * name or subject is merely odd.
 */

/** Printable ASCII without the characters that group, list, quote, comment or route addresses (RFC 5322, 3.4). */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/
const DOMAIN = /^(?=.{1,253}$)[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63})*$/u

/**
 * Returns the address if it cannot be misread in any header.
 * @throws AppError INVALID with `field`
 */
export function mailAddress(address: string, field: string): string {
  const trimmed = address.trim()
  const at = trimmed.lastIndexOf('@')
  if (!LOCAL.test(trimmed.slice(0, at)) || !DOMAIN.test(trimmed.slice(at + 1))) {
    invalid('Please enter a valid email address', field)
  }
  return trimmed
}

/** Control characters, Unicode's line and paragraph separators, unpaired surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern matches control characters on purpose
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Surrogate}]+/gu
const ENCODED_WORD = /=\?(?=[^?\s]+\?[bq]\?)/gi
/** Some servers refuse or cut longer headers. */
const MAX_LINE = 900

/** Puts a name or subject on one line; text that looks like an encoded word (RFC 2047) stays literal. */
export function oneLine(text: string): string {
  const line = text.replace(BREAKS, ' ').replace(/ {2,}/g, ' ').replace(ENCODED_WORD, '= ?').trim()
  return [...line].slice(0, MAX_LINE).join('')
}

/** A foreign message id in a form that is safe in a header; null if there is none. */
export function messageIdOrNull(id: string | undefined): string | null {
  const trimmed = id?.trim() ?? ''
  return /^<[!-;=?-~]{1,400}>$/.test(trimmed) ? trimmed : null
}

/**
 * Checks our own message id: exactly one @ and no trailing dot, because Gmail replaces others.
 * @throws Error if it is malformed: that is a defect, not user input
 */
export function ownMessageId(id: string): string {
  if (/^<[A-Za-z0-9._+=-]{1,200}@[A-Za-z0-9.-]{0,250}[A-Za-z0-9-]>$/.test(id)) return id
  throw new Error('malformed Message-ID')
}

/** An http(s) address that fits between angle brackets. @throws AppError INVALID with `field` */
export function webAddress(url: string, field: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || /[<>\s]/.test(parsed.href)) {
    invalid('Enter a valid web address', field)
  }
  return parsed.href
}
