import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Env } from '../env.server'

/**
 * The security headers of every answer (OWASP ASVS 5.0, 3.4): files, errors and the pixel too. Scripts need the nonce
 * of `response.locals.cspNonce`; in development Vite's client needs its socket and its inline styles.
 */
export function securityHeaders(env: Env): RequestHandler {
  const development = env.nodeEnv === 'development'
  const frames = env.supportChatUrl ? [new URL(env.supportChatUrl).origin] : []
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response)}'`],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'", ...(development ? ['ws:'] : [])],
        fontSrc: ["'self'"],
        frameSrc: ["'self'", ...frames],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: env.secureCookies ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'sameorigin' },
    crossOriginResourcePolicy: { policy: 'cross-origin' }, // the open pixel is shown inside other origins' pages
    crossOriginEmbedderPolicy: false,
  })
}

const nonceOf = (response: ServerResponse) =>
  (response as ServerResponse & { locals: { cspNonce: string } }).locals.cspNonce
