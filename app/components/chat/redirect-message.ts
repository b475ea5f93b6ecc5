/** Anything but a path of this site is somewhere to a browser's eye; so is each of these inside one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them from addresses, so none may pass
const STRANGE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

const HERE = 'http://here.invalid'

/**
 * Where a message of the support chat asks to go: `{ type: 'REDIRECT', url }`. Only paths of this site count, written as
 * such: from `/`, with no second slash, no backslash, no spaces and no control characters, and still a path of ours when
 * it was parsed as browsers do (dots go: `/.//elsewhere` would name another host).
 * @param message whatever was posted
 * @returns the path with its search and hash; null for anything else
 */
export function redirectOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, url } = message as { type?: unknown; url?: unknown }
  if (type !== 'REDIRECT' || typeof url !== 'string' || url.length > 2000) return null
  if (!url.startsWith('/') || url.startsWith('//') || STRANGE.test(url)) return null
  if (!URL.canParse(url, HERE)) return null
  const { origin, pathname, search, hash } = new URL(url, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : null
}
