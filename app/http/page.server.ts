import { data } from '@remix-run/node'
import type { App } from '../app.server'
import type { Db } from '../db.server'
import { notFound } from '../errors'
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
 * The loader of a signed-in screen. A refusal becomes the answer that the error boundary shows, with its status.
 * Use as `export const loader = page(async ({ db, userId }) => …)`.
 */
export const page =
  <T>(load: (call: PageCall) => Promise<T>) =>
  (args: RouteArgs): Promise<T> =>
    answering(async () => load(callOf(args, await requireUser(args))))

/** The loader of a screen that is open to all; `signedIn` is null when nobody is. */
export const openPage =
  <T>(load: (call: Omit<PageCall, keyof SignedIn> & { signedIn: SignedIn | null }) => Promise<T>) =>
  (args: RouteArgs): Promise<T> =>
    answering(async () => {
      const signedIn = await findSignedIn(args)
      return load({ ...callOf(args, {} as SignedIn), signedIn })
    })

/** What loaders and actions are given: path parameters that must be ids are checked (404). */
export function callOf(args: RouteArgs, signedIn: SignedIn): PageCall {
  for (const [name, value] of Object.entries(args.params)) {
    if (/(^id|Id)$/.test(name) && !isId(value)) notFound()
  }
  const { app, address } = args.context
  return {
    ...signedIn,
    app,
    db: app.db,
    params: args.params as Record<string, string>,
    url: new URL(args.request.url),
    request: args.request,
    address,
    args,
  }
}

/** Runs `work`; its refusals leave as thrown answers with their status, for the error boundary. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof Response ? null : toAppError(error)
    if (!known) throw error
    throw data({ message: known.message }, { status: known.status, headers: errorHeaders(known) })
  }
}
