import { safeRedirect } from 'remix-utils/safe-redirect'

const HERE = 'http://here.invalid'

/**
 * A path of this site that somebody asked to go to, or the fallback. Beyond the library's rules it is parsed as a browser
 * does: tabs and line breaks inside an address vanish there, so `/<tab>/elsewhere` would leave the site; and dots go, so
 * `/.//elsewhere` has become `//elsewhere`, another host, when it is read again.
 */
export function safePath(asked: unknown, fallback: string): string {
  const path = safeRedirect(typeof asked === 'string' ? asked : null, fallback)
  if (!URL.canParse(path, HERE)) return fallback
  const url = new URL(path, HERE)
  return url.origin === HERE && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : fallback
}
