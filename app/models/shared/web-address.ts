/** The schemes that links and pictures in emails may have. */
export const SCHEMES = ['http', 'https', 'mailto', 'tel', 'sms']

/** Characters that browsers skip when they parse a scheme, and invisible ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const UNSEEN = /[\u0000-\u0020\u00ad\u200b-\u200d\ufeff]/g

/** Whether a URL is allowed in an email: it has a known scheme, or none. */
export function isAllowedUrl(address: string): boolean {
  const scheme = /^([a-z][a-z0-9.+-]*):/i.exec(address.replace(UNSEEN, ''))?.[1]
  return !scheme || SCHEMES.includes(scheme.toLowerCase())
}
