import type { z } from 'zod'
import type { PageQuery, Total } from '~/models/shared/fields'
import { pageWithin } from '~/models/shared/page.server'
import { AppError, invalid, notFound } from '../errors'
import { findKeyCaller, requireAllowed } from './api/api-key.server'
import { changesOf, refuseUnchosen } from './api/changes.server'
import { conditionOf, etagOf, readerOf, requireMatch } from './api/etag.server'
import { serveOnce } from './api/idempotency.server'
import { withKnownNames } from './api/input-names.server'
import type { ApiCall, ApiOperation, ApiRoute, Method, Operations } from './api/operation'
import { type RouteArgs, requireApiUser, type SignedIn } from './auth.server'
import { readJson, storable } from './body.server'
import { charge } from './budget.server'
import { errorResponse, logRefusal } from './errors.server'
import { isId, validate } from './validate'

/** Binds an operation's schemas to the type of its call. */
export const operation = <Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType>(
  given: ApiOperation<Q, B>,
): ApiOperation => given as unknown as ApiOperation

/**
 * A resource route: authentication, methods, parsing and error format are the same for all of them.
 * @param options `signedOut`: whether it works without a session (login and the like); `byKey`: whether it works with an API key
 * (not calls about the account itself)
 */
export function api(
  operations: Operations,
  options: { signedOut?: boolean; byKey?: boolean } = {},
): ApiRoute {
  const { signedOut = false, byKey = !signedOut } = options
  const serve = async (args: RouteArgs): Promise<Response> => {
    const headers = new Headers()
    const response = await respond(args, headers)
    for (const [name, value] of headers) response.headers.set(name, value)
    linkNext(response, args.request.url)
    const { request, context } = args
    const { status } = response
    if (status >= 400)
      logRefusal(context.app, {
        requestId: context.requestId,
        method: request.method,
        path: new URL(request.url).pathname,
        status,
      })
    return response
  }
  const respond = async (args: RouteArgs, headers: Headers): Promise<Response> => {
    const { request, context } = args
    const { app } = context
    try {
      const keyCaller = signedOut ? null : await findKeyCaller(args, headers)
      const signedIn = signedOut ? ({} as SignedIn) : (keyCaller ?? (await requireApiUser(args)))
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const chosen = operations[method as Method]
      if (!chosen) {
        const allow = Object.keys(operations)
        throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not supported here`, { allow })
      }
      const params = pathParams(args.params)
      const query = validate(chosen.query ?? anything, queryOf(request, chosen))
      // Renamed before the key's limits look at the ids in it.
      const given =
        method === 'GET' || chosen.upload ? {} : bodyOf(await readJson(request), chosen, operations.GET)
      if (keyCaller) {
        const { userId } = keyCaller
        const sends = () =>
          typeof chosen.sends === 'function'
            ? chosen.sends({ db: app.db, userId, params, query, body: given })
            : chosen.sends === 'always'
        const deletes = method === 'DELETE' || (chosen.deletes?.(given) ?? false)
        await requireAllowed(args, keyCaller, { method, deletes, params, body: given, byKey, sends })
      }
      if (chosen.cost && signedIn.userId) await charge(app, signedIn.userId, chosen.cost)
      const isEstimate = chosen.estimate !== undefined && given.dryRun !== undefined
      // An estimate may ask another server. Calls about the account count attempts, which a refusal must not take back.
      const isApart = chosen.external === true || chosen.upload === true || !byKey || isEstimate
      const condition = conditionOf(request, operations)
      const isExact = condition !== null
      const key = keyCaller?.key ?? null
      return await serveOnce(
        { context, userId: signedIn.userId, apiKeyId: key?.id ?? null, request, given, isApart, isExact },
        async (db) => {
          const call = { ...signedIn, ...context, key, app: { ...app, db }, db, params, query, request }
          if (condition !== null) requireMatch(condition, await readerOf(operations)!(call))
          return perform(chosen, given, call, readerOf(operations) !== undefined)
        },
      )
    } catch (error) {
      return errorResponse(app, error, context)
    }
  }
  const handle = Object.assign(serve, { operations, signedOut, byKey })
  return { loader: handle, action: handle }
}

/** The fields of an object in the order of another one, whose `ETag` they then have. */
const likeOf = (object: unknown, model: unknown) =>
  Object.fromEntries(
    Object.keys(model as object).map((name) => [name, (object as Record<string, unknown>)[name]]),
  )

const NO_STORE = { 'Cache-Control': 'no-store' }

/** Checks the input of a call and runs it. @param isObject whether a GET returns an object that can be changed */
async function perform(
  { current, body: schema, response, status, fresh, estimate, run }: ApiOperation,
  given: Record<string, unknown>,
  call: Omit<ApiCall<unknown, unknown>, 'body'>,
  isObject: boolean,
): Promise<Response> {
  const present = await current?.(call)
  const changes = present && schema ? changesOf(given, present, schema) : given
  const whole = { ...call, body: validate(schema ?? anything, changes) }
  if (fresh && schema) await refuseUnchosen(given, { body: schema, response }, () => fresh(whole))
  if (estimate && (whole.body as { dryRun?: boolean }).dryRun)
    return Response.json(await estimate(whole), { status: status ?? 200, headers: NO_STORE })
  const result = await run(whole)
  if (result instanceof Response) return result
  if (Array.isArray(result)) return paged({ rows: result, cursor: null, total: result.length })
  // What a change returns may say more than the object.
  const tagged =
    present && result ? likeOf(result, present) : isObject && call.request.method === 'GET' ? result : null
  return Response.json(result === undefined ? { ok: true } : result, {
    status: status ?? 200,
    headers: {
      ...NO_STORE,
      ...(tagged ? { ETag: etagOf(tagged) } : {}),
    },
  })
}

interface ListPage {
  rows: unknown[]
  /** Where the next page starts; null on the last page. */
  cursor: string | null
  /** Number of rows on all pages. */
  total: Total
}

/**
 * One page of a list: the rows as the body; in headers, whether there are more, the next page's cursor and address, and the total. An
 * array without these headers is the whole list.
 */
export const paged = ({ rows, ...page }: ListPage): Response => listResponse(rows, page)

/** A page of a list that was read as a whole. @param idOf the id of a row, if it is not called `id` */
export const pagedFrom = <T>(
  all: T[],
  query: Pick<PageQuery, 'limit' | 'cursor'>,
  idOf = (row: T) => (row as { id: string }).id,
): Response => paged(pageWithin(all, query, idOf))

/** A page of a list inside an object, which gets the same facts as the headers. */
export const pagedWithin = (object: object, page: Omit<ListPage, 'rows'>): Response =>
  listResponse({ ...object, nextCursor: page.cursor, hasMore: page.cursor !== null }, page)

const listResponse = (body: unknown, { cursor, total }: Omit<ListPage, 'rows'>): Response =>
  Response.json(body, {
    headers: {
      ...NO_STORE,
      'X-Has-More': String(cursor !== null),
      ...(cursor ? { 'X-Next-Cursor': cursor } : {}),
      'X-Total-Count': String(total),
    },
  })

/** Adds the address of the next page (RFC 8288), if there is one. */
function linkNext(response: Response, url: string): void {
  const cursor = response.headers.get('x-next-cursor')
  if (!cursor) return
  const next = new URL(url)
  next.searchParams.delete('page')
  next.searchParams.set('cursor', cursor)
  response.headers.set('Link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** The query with its names as the call has them. @throws AppError INVALID for an unknown or repeated name */
function queryOf(request: Request, { query }: ApiOperation) {
  const { searchParams } = new URL(request.url)
  const seen = new Set<string>()
  const repeated = [...searchParams.keys()].find((name) => seen.size === seen.add(name).size)
  if (repeated !== undefined) invalid(`${repeated.slice(0, 100)} is given more than once`, repeated)
  return withKnownNames('parameter', storable(Object.fromEntries(searchParams)) as object, query)
}

/** The body with its names as the call has them. Of an object, the names that its GET returns are accepted, too. */
const bodyOf = (
  given: Record<string, unknown>,
  { body, response, current, fresh }: ApiOperation,
  read: ApiOperation | undefined,
) =>
  withKnownNames('field', given, body, current ? (read?.response ?? response) : fresh ? response : undefined)

const anything = { safeParse: (input: unknown) => ({ success: true, data: input }) } as unknown as z.ZodType

function pathParams(params: Record<string, string | undefined>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) {
    if (/(^id|Id)$/.test(name) && !isId(value)) notFound()
  }
  return params as Record<string, string>
}
