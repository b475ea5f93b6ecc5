import type { Request, RequestHandler } from 'express'
import type { Env } from '../env.server'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Answered to anyone, from anywhere: one-click unsubscribe (RFC 8058) and, while it is on, the sandbox. */
const OPEN = /^\/(u|sandbox)\//

/** Also without an Origin: programs that sign in, not only pages. A foreign Origin is refused here too. */
const SIGNED_OUT = new Set([
  '/login',
  '/signup',
  '/reset-password',
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/forgot-password',
  '/api/auth/reset-password',
])

/** Refuses state-changing requests that do not come from our own pages (cross-site request forgery): 403. */
export function refuseForeignOrigin(env: Env): RequestHandler {
  const own = new URL(env.appUrl)
  return (request, response, next) => {
    if (SAFE.has(request.method) || OPEN.test(request.path)) return next()
    const { origin } = request.headers
    // Remix compares Origin with the host once more; behind a proxy that rewrites Host it must see our public one.
    if (origin === own.origin) request.headers['x-forwarded-host'] = own.host
    if (sameOrigin(request, own.origin)) return next()
    if (!origin && !request.headers['sec-fetch-site'] && SIGNED_OUT.has(request.path.replace(/\.data$/, '')))
      return next()
    response.status(403).json({ message: 'This request did not come from this site', code: 'FORBIDDEN' })
  }
}

function sameOrigin(request: Request, ownOrigin: string): boolean {
  const { origin, host } = request.headers
  if (origin) return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === host)
  return request.headers['sec-fetch-site'] === 'same-origin'
}
