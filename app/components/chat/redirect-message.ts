/** Anything but a path of this site is somewhere to a browser's eye; so is each of these inside one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them from addresses, so none may pass
const STRANGE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

const HERE = 'http://here.invalid'

/**
 * Where a message of the support chat asks to go: `{ type: 'REDIRECT', url }`. Only paths of this site count, written as
 * such: from `/`, with no second slash, no backslash, no spaces and no control characters, and still a path of ours when
 * it was parsed as browsers do (dots go: `/.//elsewhere` would name another host).
 * An absolute address of our own origin is taken as its path.
 * @param message whatever was posted
 * @param own our origin
 * @returns the path with its search and hash; null for anything else
 */
export function redirectOf(message: unknown, own: string): string | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, url } = message as { type?: unknown; url?: unknown }
  if (type !== 'REDIRECT' || typeof url !== 'string' || url.length > 2000) return null
  const path = url.startsWith(`${own}/`) ? url.slice(own.length) : url
  if (!path.startsWith('/') || path.startsWith('//') || STRANGE.test(path)) return null
  if (!URL.canParse(path, HERE)) return null
  const { origin, pathname, search, hash } = new URL(path, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : null
}
