/** Domains of addresses with letters beyond ASCII (IDNA). Browser-safe. */
import punycode from 'punycode.js'

/**
 * An address with its domain as A-labels, which is how it is stored and sent: `info@müller.example` becomes
 * `info@xn--mller-kva.example`. Unchanged if the domain is ASCII or cannot be converted.
 */
export function toAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 1 || /^[\0-\x7F]*$/.test(domain) || /[/?#@:\\\s%[\]]/.test(domain)) return email
  try {
    return `${email.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return email
  }
}

/** An address as people write it: A-labels of its domain become letters. Left alone if they do not convert back. */
export function shownAddress(email: string): string {
  const at = email.lastIndexOf('@')
  if (!email.slice(at).toLowerCase().includes('xn--')) return email
  try {
    const shown = `${email.slice(0, at)}@${punycode.toUnicode(email.slice(at + 1).toLowerCase())}`
    return toAsciiDomain(shown).toLowerCase() === email.toLowerCase() ? shown : email
  } catch {
    return email
  }
}
