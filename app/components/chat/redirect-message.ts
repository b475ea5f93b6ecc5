/** Characters that make browsers read a path as another address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them from URLs, so all are refused
const STRANGE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

const HERE = 'http://here.invalid'

/**
 * The target of a support chat message `{ type: 'REDIRECT', url }`. Only paths of this site are accepted: they start with a single slash,
 * contain no backslash, space or control character, and are still a path of this site after parsing as browsers do (dot segments are
 * resolved: `/.//elsewhere` would become another host). An absolute URL of our own origin is reduced to its path.
 * @param message any posted value
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
