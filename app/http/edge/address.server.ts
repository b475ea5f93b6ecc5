import type { Request, RequestHandler } from 'express'
import type { App } from '~/app'
import { refuse } from './refuse.server'

/** A name, an IPv4 or an IPv6 address, without characters that would end the host part (RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.-]*|\[[0-9a-f:.]+\])$/i

/**
 * Whether a URL can be parsed: a path of percent-encoded UTF-8 (RFC 3986, section 2.5) without NUL, on a valid host. `_data` is a
 * parameter of the router that our screens never send, and on which it fails.
 */
function isReadable(request: Request): boolean {
  const { url } = request
  if (!url.startsWith('/') || !HOST.test(request.hostname ?? '')) return false
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (query >= 0 && /%00|[?&]_data(?:[=&]|$)/.test(url.slice(query))) return false
  try {
    return !decodeURIComponent(path).includes('\0') && URL.canParse(`http://${hostOf(request)}${url}`)
  } catch {
    return false
  }
}

/** The host of the URL that Remix builds for a request: it takes the port from either header. */
function hostOf(request: Request): string {
  const [forwarded, own] = ['x-forwarded-host', 'host'].map((name) =>
    Number.parseInt(request.get(name)?.split(':')[1] ?? '', 10),
  )
  return `${request.hostname}:${forwarded || own || ''}`
}

/** Responds to unparsable URLs with 400, before the router fails on them. */
export const refuseMalformedAddress =
  (app: App): RequestHandler =>
  (request, response, next) => {
    if (isReadable(request)) return next()
    const message = 'The address is malformed'
    if (/^\/(api|sandbox)\b/.test(request.url))
      return refuse(app, request, response, { status: 400, code: 'INVALID', message })
    response
      .status(400)
      .type('html')
      .send(
        `<!doctype html><html lang="en"><title>${message} · Coldframe</title><h1>${message}</h1><p>Check the link, or go <a href="/">back to Coldframe</a>.</p></html>`,
      )
  }
