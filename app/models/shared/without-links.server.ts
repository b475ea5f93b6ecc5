import { createRequire } from 'node:module'

// Node.js imports no JSON without an attribute.
const require = createRequire(import.meta.url)
/** The top-level domains that exist. */
const TOP_LEVEL = new Set(require('tlds') as string[])

const WITH_SCHEME = /[a-z][a-z\d+.-]{0,20}:\/\/[^\s<>"'“”()]{1,2000}/gi
/** An address, which stays readable, or a host name with what follows it. */
const ADDRESS_OR_HOST =
  /(?<address>[\p{L}\p{N}.!#$%&'*+=^_`{|}~-]{1,200}@(?:[\p{L}\p{N}-]{1,63}\.){1,20}[\p{L}\p{N}-]{1,63})|(?:[\p{L}\p{N}\p{M}_-]{1,63}\.){1,20}(?<top>[\p{L}\p{N}\p{M}-]{2,63})(?::\d{1,5})?(?<path>[/?#][^\s<>"'“”()]{0,2000})?/gu

/**
 * What a stranger or their server wrote, for a notification or a status: programs turn web addresses into links by themselves, and host
 * names too, if these end like one or have a path.
 */
export const withoutLinks = (text: string): string =>
  text.replace(WITH_SCHEME, '(link)').replace(ADDRESS_OR_HOST, (piece: string, ...rest) => {
    const { address, top, path } = rest.at(-1) as Record<string, string | undefined>
    if (address || !top) return piece
    return /www\./i.test(piece) || isLinked(top, path) ? '(link)' : piece
  })

/** Numbers such as 5.7.1 and 10.0.0.0/8 are no host names. */
function isLinked(top: string, path = ''): boolean {
  const name = top.toLowerCase().replace(/-{1,63}$/, '')
  if (TOP_LEVEL.has(name) || name.startsWith('xn--')) return true
  return path.startsWith('/') && !/\d/.test(name)
}
