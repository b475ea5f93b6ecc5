import { safeRedirect } from 'remix-utils/safe-redirect'

const HERE = 'http://here.invalid'
/** Longer than any path of ours. Parsing a host in another script takes time quadratic in its length. */
const MAX_LENGTH = 2_000

/**
 * The requested path if it stays on this site, otherwise the fallback. Beyond the library's rules, the path is parsed as a browser
 * does: tabs and line breaks inside a URL are removed, so `/<tab>/elsewhere` would leave the site; and dot segments are resolved, so
 * `/.//elsewhere` becomes `//elsewhere`, another host, when it is parsed again.
 */
export function safePath(asked: unknown, fallback: string): string {
  const path = safeRedirect(typeof asked === 'string' ? asked : null, fallback)
  if (path.length > MAX_LENGTH || !URL.canParse(path, HERE)) return fallback
  const url = new URL(path, HERE)
  return url.origin === HERE && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : fallback
}
