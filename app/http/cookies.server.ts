import { createCookie } from '@remix-run/node'
import type { App } from '../app'

const DAY = 86_400

/** The program's cookies. Over https they are bound to the host (`__Host-`) and Secure. */
export function cookies({ env, secrets }: App) {
  const make = (name: string, options: { maxAge?: number; secrets?: string[]; httpOnly?: boolean }) =>
    createCookie(env.secureCookies ? `__Host-${name}` : name, {
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: env.secureCookies,
      ...options,
    })
  return {
    session: make('session', { maxAge: 60 * DAY }),
    /** Marks a device that has signed in before: failed logins elsewhere do not slow it down. */
    device: make('device', { maxAge: 365 * DAY, secrets: secrets.cookieKeys }),
    flash: make('flash', { maxAge: 60, secrets: secrets.cookieKeys }),
  }
}
