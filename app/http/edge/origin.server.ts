import type { Request, RequestHandler } from 'express'
import type { App } from '~/app'
import { apiKeyOf } from '~/http/api/api-key.server'
import { refuse } from './refuse.server'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** One-click unsubscribe (RFC 8058): accepted from any mail client, whatever its headers say. */
const UNSUBSCRIBE = /^\/u\//

/** The sandbox also serves programs, which send no Origin. */
const SANDBOX = /^\/sandbox\//

/** Accepted without an Origin, for programs that sign in. A foreign Origin is refused here too. */
const SIGNED_OUT = new Set([
  '/login',
  '/signup',
  '/reset-password',
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/forgot-password',
  '/api/auth/reset-password',
])

/** Calls with an API key, the only ones that `/mcp` takes: no cookie is read, so no other site can use the browser's session. */
const byKey = ({ path, headers }: Request) =>
  path === '/mcp' || (path.startsWith('/api/') && apiKeyOf(headers.authorization) !== null)

/**
 * A call whose body is JSON. A browser sends that to another site only after asking it (CORS preflight), and is not allowed to; all
 * browsers that send a session's cookie add `Sec-Fetch-Site` or `Origin` to it.
 */
const isJsonCall = ({ path, headers }: Request) =>
  path.startsWith('/api/') && /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')

/** Refuses state-changing requests from other sites (cross-site request forgery) with 403. */
export function refuseForeignOrigin(app: App): RequestHandler {
  const own = new URL(app.env.appUrl)
  return (request, response, next) => {
    if (SAFE.has(request.method)) return next()
    if (UNSUBSCRIBE.test(request.path) || byKey(request)) {
      // Remix fails on an Origin that does not match the host.
      delete request.headers.origin
      return next()
    }
    const { origin } = request.headers
    // Remix compares Origin with the host again; behind a proxy that rewrites Host it must see our public host.
    if (origin === own.origin) request.headers['x-forwarded-host'] = own.host
    if (sameOrigin(request, own.origin)) return next()
    const byProgram = !origin && !request.headers['sec-fetch-site']
    const isOpen = SANDBOX.test(request.path) || SIGNED_OUT.has(request.path.replace(/\.data$/, ''))
    if (byProgram && (isOpen || isJsonCall(request))) return next()
    refuse(app, request, response, {
      status: 403,
      code: 'FORBIDDEN',
      message: byProgram
        ? `This request did not come from this site: send the header "Origin: ${own.origin}", or a body of application/json`
        : `This request did not come from this site: its ${origin ? 'Origin' : 'Sec-Fetch-Site'} header names another`,
    })
  }
}

function sameOrigin(request: Request, ownOrigin: string): boolean {
  const { origin, host } = request.headers
  if (origin) return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === host)
  return request.headers['sec-fetch-site'] === 'same-origin'
}
