import { type AppLoadContext, redirect } from '@remix-run/node'
import { findSession, type SessionUser } from '~/models/accounts/session.server'
import type { App } from '../app.server'
import { isDatabaseAway } from '../db.server'
import { AppError } from '../errors'
import { paths } from '../paths'
import { cookies } from './cookies.server'

/** What a loader or an action is given. */
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

/** What was found for the requests that are being answered: a screen and its frame both ask. */
const found = new WeakMap<AppLoadContext, Promise<SignedIn | null>>()

/** The session of the request, or null: signed out, expired, ended. @throws AppError when nobody can tell */
export function findSignedIn(args: RouteArgs): Promise<SignedIn | null> {
  // What changes something may end or begin a session on its way.
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

/** The signed-in user of a screen; the signed-out are sent to sign in. */
export async function requireUser(args: RouteArgs): Promise<SignedIn> {
  const signedIn = await findSignedIn(args)
  if (signedIn) return signedIn
  throw redirect(paths.login())
}

/** The signed-in user of a call. @throws AppError UNAUTHENTICATED */
export async function requireApiUser(args: RouteArgs): Promise<SignedIn> {
  const signedIn = await findSignedIn(args)
  if (!signedIn) throw new AppError('UNAUTHENTICATED', 'Please sign in')
  return signedIn
}

/** Whether a browser that is (or was) signed in to the product asks. Cheap: nothing is looked up. */
export const findSessionCookie = (app: App, header: string | undefined): boolean =>
  new RegExp(`(^|;\\s*)${cookies(app).session.name}=`).test(header ?? '')
