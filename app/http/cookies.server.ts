import { createCookie } from '@remix-run/node'
import type { App } from '../app.server'

const DAY = 86_400

/** The cookies of the program; over https they are bound to the host (`__Host-`) and Secure. */
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
    /** Tells a device that signed in before: guesses made elsewhere do not slow it. */
    device: make('device', { maxAge: 365 * DAY, secrets: secrets.cookieKeys }),
    flash: make('flash', { maxAge: 60, secrets: secrets.cookieKeys }),
  }
}
