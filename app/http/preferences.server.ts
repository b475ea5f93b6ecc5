import type { App } from '../app'

const YEAR = 31_536_000

/** Display preferences of a browser. They also work without a session, so they live in plain cookies. */
export interface Preferences {
  theme: 'light' | 'dark' | 'system'
  collapsed: boolean
}

/** The values that each cookie may hold; the first one is the default. */
const PREFERENCES = { theme: ['system', 'light', 'dark'], sidebar: ['open', 'collapsed'] } as const

type Name = keyof typeof PREFERENCES

/** The preferences in a request's cookies; unknown values count as unset. */
export function readPreferences(request: Request): Preferences {
  const header = request.headers.get('cookie') ?? ''
  const read = <N extends Name>(name: N): (typeof PREFERENCES)[N][number] => {
    const value = new RegExp(`(?:^|;\\s*)${name}=([a-z]+)`).exec(header)?.[1]
    return PREFERENCES[name].find((allowed) => allowed === value) ?? PREFERENCES[name][0]
  }
  return { theme: read('theme'), collapsed: read('sidebar') === 'collapsed' }
}

/** The Set-Cookie value that stores a preference for a year; null if `value` is invalid. */
export function keepPreference({ env }: App, name: Name, value: unknown): string | null {
  if (!PREFERENCES[name].some((allowed) => allowed === value)) return null
  return `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax; HttpOnly${env.secureCookies ? '; Secure' : ''}`
}
