import { type AppLoadContext, redirect } from '@remix-run/node'
import type { z } from 'zod'
import type { App } from '../app'
import { AppError, isAppError, notFound } from '../errors'
import type { Sandbox } from '../simulators/sandbox.server'
import type { RouteArgs } from './auth.server'
import { readForm, readJson, storable } from './body.server'
import { errorResponse } from './errors.server'
import { redirectWithToast } from './flash.server'
import { ONLY_LOCAL } from './local-only.server'
import { validate } from './validate'

export interface SandboxCall<B> {
  app: App
  sandbox: Sandbox
  params: Record<string, string | undefined>
  query: URLSearchParams
  body: B
}

/**
 * The sandbox, if the request may use it.
 * @throws AppError NOT_FOUND if it is off, FORBIDDEN for requests from other machines (see local-only.server.ts)
 */
export function requireSandbox({ app, local }: AppLoadContext): Sandbox {
  if (!app.sandbox) return notFound()
  if (!local && !app.env.sandboxPublic) throw new AppError('FORBIDDEN', ONLY_LOCAL)
  return app.sandbox
}

/** A sandbox call: takes JSON or a form (a form is redirected back to its page), returns JSON. */
export function sandboxCall<S extends z.ZodType>(
  schema: S,
  run: (call: SandboxCall<z.output<S>>) => Promise<unknown>,
  method: 'GET' | 'POST' = 'POST',
) {
  return async ({ request, params, context }: RouteArgs): Promise<Response> => {
    const { app } = context
    const query = new URL(request.url).searchParams
    const isForm = /form/.test(request.headers.get('content-type') ?? '')
    const page = isForm && query.get('back')
    const back = page && /^\/sandbox(\?|$)/.test(page) ? page : null
    try {
      const sandbox = requireSandbox(context)
      if (request.method !== method)
        throw new AppError('METHOD_NOT_ALLOWED', `Only ${method} is supported here`, { allow: [method] })
      const input =
        method === 'GET'
          ? storable(Object.fromEntries(query))
          : isForm
            ? Object.fromEntries(await readForm(request))
            : await readJson(request)
      const result = await run({ app, sandbox, params, query, body: validate(schema, input) })
      if (back) return redirect(back, 303)
      return Response.json(result ?? { ok: true }, { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      if (back && isAppError(error))
        return redirectWithToast(app, back, { kind: 'error', title: 'Error', text: error.message })
      return errorResponse(app, error)
    }
  }
}
