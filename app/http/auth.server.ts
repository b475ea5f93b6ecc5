import { type AppLoadContext, redirect } from '@remix-run/node'
import { findSession, type SessionUser } from '~/models/accounts/session.server'
import type { App } from '../app.server'
import { isDatabaseAway } from '../db.server'
import { AppError } from '../errors'
import { paths } from '../paths'
import { cookies } from './cookies.server'

/** The arguments of a loader or an action. */
export interface RouteArgs {
  request: Request
  params: Record<string, string | undefined>
  context: AppLoadContext
}

/** The signed-in user of a request. */
export interface SignedIn {
  user: SessionUser
  userId: string
  /** The stored (hashed) id of this session. */
  sid: string
}

/** Sessions already looked up for the current requests: a screen and its layout both need them. */
const found = new WeakMap<AppLoadContext, Promise<SignedIn | null>>()

/** The request's session, or null if it is missing, expired or ended. @throws AppError if the lookup fails */
export function findSignedIn(args: RouteArgs): Promise<SignedIn | null> {
  // A request that changes something may end or start a session, so it is not cached.
  if (args.request.method !== 'GET') return lookUp(args)
  const known = found.get(args.context) ?? lookUp(args)
  found.set(args.context, known)
  return known
}

async function lookUp({ request, context: { app } }: RouteArgs): Promise<SignedIn | null> {
  const token: unknown = await cookies(app).session.parse(request.headers.get('cookie'))
  if (typeof token !== 'string') return null
  const session = await findSession(app.db, token).catch((error: unknown) => {
    const words = 'Failed to check authentication'
    if (!isDatabaseAway(error)) app.log.error({ err: error }, words)
    throw new AppError('UNAVAILABLE', words, { retryAfter: 5, cause: error })
  })
  return session && { user: session.user, userId: session.user.id, sid: session.sid }
}

/** The signed-in user of a screen; others are redirected to the login screen. */
export async function requireUser(args: RouteArgs): Promise<SignedIn> {
  const signedIn = await findSignedIn(args)
  if (signedIn) return signedIn
  throw redirect(paths.login())
}

/** The signed-in user of an API call. @throws AppError UNAUTHENTICATED */
export async function requireApiUser(args: RouteArgs): Promise<SignedIn> {
  const signedIn = await findSignedIn(args)
  if (!signedIn) throw new AppError('UNAUTHENTICATED', 'Please sign in')
  return signedIn
}

/** Whether the browser has (or had) a session. Cheap: nothing is looked up. */
export const findSessionCookie = (app: App, header: string | undefined): boolean =>
  new RegExp(`(^|;\\s*)${cookies(app).session.name}=`).test(header ?? '')
