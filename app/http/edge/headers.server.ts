import type { ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Env } from '~/env.server'

/**
 * The security headers of every response (OWASP ASVS 5.0, 3.4), including files, errors and the pixel. Scripts need the nonce of
 * `response.locals.cspNonce`; in development Vite's client needs its socket and its inline styles.
 */
export function securityHeaders(env: Env): RequestHandler {
  const development = env.nodeEnv === 'development'
  const tracker = env.trackerUrl ? [new URL(env.trackerUrl).origin] : []
  const frames = env.supportChatUrl ? [new URL(env.supportChatUrl).origin] : []
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response)}'`],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'", ...tracker, ...(development ? ['ws:'] : [])],
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

/** Headers that browsers use only for documents and downloads: the pixel, sent many times a second, goes without. */
const OF_DOCUMENTS = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

/**
 * The same headers for images that are sent without Express.
 * @param own further headers of these responses
 * @returns a function that returns the headers for a nonce, in the form that `writeHead` writes fastest
 */
export function fixedHeaders(env: Env, own: Record<string, string>): (nonce: string) => string[] {
  const mark = 'NONCE'
  const headers: Record<string, string> = {}
  const response = {
    locals: { cspNonce: mark },
    setHeader: (name: string, value: unknown) => {
      headers[name] = String(value)
    },
    removeHeader() {},
  }
  securityHeaders(env)({} as Request, response as unknown as Response, () => {})
  const { 'Content-Security-Policy': policy, ...others } = headers
  const [before, after] = policy!.split(mark) as [string, string]
  const list = Object.entries({ ...others, ...own })
    .filter(([name]) => !OF_DOCUMENTS.includes(name))
    .flat()
  return (nonce) => ['Content-Security-Policy', before + nonce + after, ...list]
}

const nonceOf = (response: ServerResponse) =>
  (response as ServerResponse & { locals: { cspNonce: string } }).locals.cspNonce
