import { randomBytes } from 'node:crypto'
import { isAppError } from '~/errors'
import type { Login } from '~/models/accounts/account'
import { type Caller, verifyLogin } from '~/models/accounts/account.server'
import { createSession, endSessionByToken, type SessionUser } from '~/models/accounts/session.server'
import type { App } from '../app'
import { cookies } from './cookies.server'
import { traceRefused } from './trace.server'

interface Device {
  deviceId: string
  userIds: string[]
}

/** Identifies the caller of a sign-in: the address, and whether this device has signed in before. */
export async function callerOf(app: App, request: Request, address: string): Promise<Caller> {
  const device = (await cookies(app).device.parse(request.headers.get('cookie'))) as Device | null
  return { address, ...(device?.userIds ? { device } : {}) }
}

/** Verifies a login; the log names the address of one that fails. @throws AppError whatever verifyLogin throws */
export async function logIn(app: App, input: Login, request: Request, address: string): Promise<SessionUser> {
  try {
    return await verifyLogin(app.db, input, await callerOf(app, request, address))
  } catch (error) {
    if (isAppError(error)) traceRefused(app, 'login failed', address, input.email)
    throw error
  }
}

/** The only user who has signed in in this browser; null if none has, or several have. */
export async function onlyUser(app: App, request: Request): Promise<string | null> {
  const device = (await cookies(app).device.parse(request.headers.get('cookie'))) as Device | null
  return device?.userIds.length === 1 ? device.userIds[0]! : null
}

/** Starts a session with a new id, ends the request's old one, and remembers the device. */
export async function signInHeaders(app: App, request: Request, userId: string): Promise<Headers> {
  const { session, device } = cookies(app)
  const cookie = request.headers.get('cookie')
  const old: unknown = await session.parse(cookie)
  if (typeof old === 'string') await endSessionByToken(app.db, old)
  const known = (await device.parse(cookie)) as Device | null
  const userIds = [userId, ...(known?.userIds ?? []).filter((id) => id !== userId)].slice(0, 5)
  const headers = await sessionHeaders(app, await createSession(app.db, userId))
  const deviceId = known?.deviceId ?? randomBytes(16).toString('base64url')
  headers.append('Set-Cookie', await device.serialize({ deviceId, userIds } satisfies Device))
  return headers
}

/** The `Cookie` header of a browser that got these headers. */
export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** The header that sets the session cookie. */
export async function sessionHeaders(app: App, token: string): Promise<Headers> {
  return new Headers({ 'Set-Cookie': await cookies(app).session.serialize(token) })
}

/** The header that clears it. */
export async function signOutHeaders(app: App): Promise<Headers> {
  return new Headers({ 'Set-Cookie': await cookies(app).session.serialize('', { maxAge: 0 }) })
}
