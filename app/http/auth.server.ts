import { type AppLoadContext, redirect } from '@remix-run/node'
import { findSession, type SessionUser } from '~/models/accounts/session.server'
import { ACCOUNT_HEADER } from '~/models/shared/forms/signed-out'
import type { App } from '../app'
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
    if (!app.outage.takes(error)) app.log.error({ err: error }, words)
    throw new AppError('UNAVAILABLE', words, { retryAfter: 5, cause: error })
  })
  return session && { user: session.user, userId: session.user.id, sid: session.sid }
}

/** The most characters of an address that leads back to another one. */
const MAX_ADDRESS = 8000

/**
 * The signed-in user of a screen. Others are asked to log in, and then go on: a page is shown at its address, a form is saved with
 * everything typed. A browser sends the form once more to the screen that keeps it; a script asks for the password over the page.
 */
export async function requireUser(args: RouteArgs): Promise<SignedIn> {
  const signedIn = await findSignedIn(args)
  const { request, context } = args
  // Another tab may have signed in to another account, to which this page does not belong.
  const account = request.headers.get(ACCOUNT_HEADER) ?? signedIn?.userId
  if (signedIn && account === signedIn.userId) return signedIn
  const { pathname, search } = new URL(request.url)
  // Fetched by a script, not shown by the browser (Fetch Metadata).
  const isFetched = request.headers.get('sec-fetch-dest') === 'empty'
  if (context.byScript || isFetched) context.reportSignedOut()
  if (isFetched && !context.byScript) throw new Response(null, { status: 401 })
  // Browsers and proxies limit the length of a header.
  const leadingBack = (at: (to: string) => string) =>
    [pathname + search, pathname].map(at).find((url) => url.length <= MAX_ADDRESS) ?? paths.login()
  if (request.method === 'GET' || request.method === 'HEAD') throw redirect(leadingBack(paths.login))
  if (context.byScript) throw redirect(paths.login())
  // 307: the browser sends the same body (RFC 9110, section 15.4.8).
  throw redirect(leadingBack(paths.resume), 307)
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
