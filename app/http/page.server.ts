import { data } from '@remix-run/node'
import type { App } from '../app'
import type { Db } from '../db.server'
import { findSignedIn, type RouteArgs, requireUser, type SignedIn } from './auth.server'
import { errorHeaders, toAppError } from './errors.server'
import { isId } from './validate'

export interface PageCall extends SignedIn {
  app: App
  db: Db
  params: Record<string, string>
  url: URL
  request: Request
  /** The caller's address. */
  address: string
  args: RouteArgs
}

/**
 * The loader of a signed-in screen. A refusal becomes the response that the error boundary shows, with its status.
 * Use as `export const loader = page(async ({ db, userId }) => …)`.
 */
export const page =
  <T>(load: (call: PageCall) => Promise<T>) =>
  (args: RouteArgs): Promise<T> =>
    respondWith(async () => load(callOf(args, await requireUser(args))))

/** The loader of a public screen; `signedIn` is null without a session. */
export const openPage =
  <T>(load: (call: Omit<PageCall, keyof SignedIn> & { signedIn: SignedIn | null }) => Promise<T>) =>
  (args: RouteArgs): Promise<T> =>
    respondWith(async () => {
      const signedIn = await findSignedIn(args)
      return load({ ...callOf(args, {} as SignedIn), signedIn })
    })

/** An id that no row has: the nil UUID (RFC 9562, section 5.9). */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Treats a malformed id as an unknown one, so the screen shows its own not-found message with a link back. */
const namedBy = (params: RouteArgs['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /(^id|Id)$/.test(name) && !isId(value) ? NO_ID : value!,
    ]),
  )

/** The context that loaders and actions pass on. */
export function callOf(args: RouteArgs, signedIn: SignedIn): PageCall {
  const { app, address } = args.context
  return {
    ...signedIn,
    app,
    db: app.db,
    params: namedBy(args.params),
    url: new URL(args.request.url),
    request: args.request,
    address,
    args,
  }
}

/** Runs `work`; refusals are thrown as responses with their status, for the error boundary. */
export async function respondWith<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof Response ? null : toAppError(error)
    if (!known) throw error
    throw data({ message: known.message }, { status: known.status, headers: errorHeaders(known) })
  }
}
