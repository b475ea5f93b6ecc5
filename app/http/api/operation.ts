import type { AppLoadContext } from '@remix-run/node'
import type { z } from 'zod'
import type { App } from '~/app'
import type { Db } from '~/db.server'
import type { Key } from '~/models/accounts/keys/key'
import type { RouteArgs, SignedIn } from '../auth.server'
import type { Cost } from '../budget.server'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ApiCall<Q, B> extends SignedIn {
  app: App
  db: Db
  /** Path parameters. Those named `id` or `…Id` are checked to look like ids. */
  params: Record<string, string>
  query: Q
  body: B
  request: Request
  /** The caller's address. */
  address: string
  /** The API key of the call; null for a session. */
  key: Key | null
  routes: AppLoadContext['routes']
}

export interface ApiOperation<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> {
  /** One line for the API description. */
  summary: string
  query?: Q
  body?: B
  /** The JSON response on success; a contract test checks it (tests/api/http/contract.test.ts). */
  response: z.ZodType
  /** Status on success; default 200. */
  status?: number
  /**
   * The object that a PATCH or PUT changes, as its GET returns it. Fields with their current value are then no change, and fields that
   * this call cannot change are refused by name.
   */
  current?(call: Pick<ApiCall<unknown, unknown>, 'app' | 'db' | 'userId' | 'params'>): Promise<unknown>
  /**
   * For a POST that creates an object: the initial values of the fields that cannot be chosen (null if not listed). Such a field with
   * another value is refused by name.
   */
  fresh?(
    call: Pick<ApiCall<unknown, z.output<B>>, 'db' | 'user' | 'userId' | 'params' | 'body'>,
  ): object | Promise<object>
  /** Whether `run` reads the request's body itself (an upload). */
  upload?: boolean
  /**
   * Whether the call sends emails or triggers sending; keys can be denied this. A function decides from the query and the raw body.
   */
  sends?:
    | 'always'
    | ((
        call: Pick<
          ApiCall<z.output<Q>, Record<string, unknown>>,
          'db' | 'userId' | 'params' | 'query' | 'body'
        >,
      ) => boolean | Promise<boolean>)
  /** Whether a call with another method than DELETE deletes; keys can be denied this. Decides from the raw body. */
  deletes?(body: Record<string, unknown>): boolean
  /** What it takes of the user's budget; absent for calls that cost next to nothing. */
  cost?: Cost
  /** Whether the call asks other servers, so that it cannot run in one transaction (see `serveOnce`). */
  external?: boolean
  /** What the call would cost: the response to a body with `dryRun`. */
  estimate?(call: ApiCall<z.output<Q>, z.output<B>>): Promise<unknown>
  /** The JSON response; undefined becomes `{ "ok": true }`; a Response is sent as it is. */
  run(call: ApiCall<z.output<Q>, z.output<B>>): Promise<unknown>
}

export type Operations = Partial<Record<Method, ApiOperation>>

/** The handler of a resource route; it carries its description (see describeApi). */
export interface ApiHandler {
  (args: RouteArgs): Promise<Response>
  operations: Operations
  /** Whether it works without a session. */
  signedOut: boolean
  /** Whether it works with an API key. */
  byKey: boolean
}

export interface ApiRoute {
  loader: ApiHandler
  action: ApiHandler
}
