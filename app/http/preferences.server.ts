import type { App } from '../app.server'

const YEAR = 31_536_000

/** What a browser remembers about how it shows the program; open to the signed-out, so it lives in plain cookies. */
export interface Preferences {
  theme: 'light' | 'dark' | 'system'
  collapsed: boolean
}

/** The values that each cookie may hold; the first is what holds without it. */
export const PREFERENCES = { theme: ['system', 'light', 'dark'], sidebar: ['open', 'collapsed'] } as const

type Name = keyof typeof PREFERENCES

/** The preferences in a request's cookies; anything unknown counts as not set. */
export function readPreferences(request: Request): Preferences {
  const header = request.headers.get('cookie') ?? ''
  const read = <N extends Name>(name: N): (typeof PREFERENCES)[N][number] => {
    const value = new RegExp(`(?:^|;\\s*)${name}=([a-z]+)`).exec(header)?.[1]
    return PREFERENCES[name].find((allowed) => allowed === value) ?? PREFERENCES[name][0]
  }
  return { theme: read('theme'), collapsed: read('sidebar') === 'collapsed' }
}

/** The Set-Cookie value that keeps a preference for a year; null when `value` is none of its choices. */
export function keepPreference({ env }: App, name: Name, value: unknown): string | null {
  if (!PREFERENCES[name].some((allowed) => allowed === value)) return null
  return `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax; HttpOnly${env.secureCookies ? '; Secure' : ''}`
}
