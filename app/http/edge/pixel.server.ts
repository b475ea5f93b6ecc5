import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '~/app.server'
import { findSessionCookie } from '~/http/auth.server'
import { hitsOf } from '~/models/tracking/hit-buffer.server'
import { fixedHeaders } from './headers.server'
import { createReadyAnswer } from './ready-answer'

/** The smallest transparent GIF. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString(
  'latin1',
)

const PIXEL = /^\/t\/o\/([^/?]*)\.gif(?:\?|$)/
const TOKEN = /^[\w-]{43}$/

/**
 * The open pixel, before everything else: the same picture for every token, known or not, and whatever happens behind
 * it. Hits are stored a moment later, many at once.
 * @returns whether the request was one for the pixel
 */
export function openPixel(app: App): (request: IncomingMessage, response: ServerResponse) => boolean {
  const hits = hitsOf(app)
  const headers = fixedHeaders(app.env, {
    'Content-Type': 'image/gif',
    'Content-Length': String(GIF.length),
    'Cache-Control': 'no-store, no-cache, max-age=0, private',
  })
  const answer = createReadyAnswer(headers, GIF)
  return (request, response) => {
    const match = PIXEL.exec(request.url ?? '')
    if (!match || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const token = match[1]!
    const address = callerAddress(request, app.env.trustProxy)
    const wait = hits.refusedFor(address)
    if (wait === 0) {
      hits.add({
        // A malformed token is an unknown one.
        token: TOKEN.test(token) ? token : '',
        method: request.method,
        userAgent: atMost(MAX_AGENT, headerOf(request, 'user-agent') ?? ''),
        address,
        ownPreview:
          headerOf(request, 'cookie') !== undefined && findSessionCookie(app, request.headers.cookie),
      })
    }
    // Node makes UUIDs out of a store of random bytes: 122 bits at a tenth of the price.
    const nonce = randomUUID()
    if (wait === 0) answer(response, nonce)
    else response.writeHead(429, [...headers(nonce), 'Retry-After', String(wait)]).end(GIF, 'latin1')
    return true
  }
}

/** More of it says nothing, and would be kept with every hit that waits. */
const MAX_AGENT = 1000

/** The beginning of a header, in memory of its own: a part of a string holds all of it. */
const atMost = (length: number, text: string) =>
  text.length <= length ? text : Buffer.from(text.slice(0, length), 'latin1').toString('latin1')

/** The first header of this name, in lower case. The others need not be looked at: `headers` would be made of all of them. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name)
      return rawHeaders[i + 1]
  }
}

/** The address that the outermost trusted proxy saw, as Express has it: each proxy adds its caller at the end. */
function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const own = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return [own, ...forwarded.reverse()].slice(0, trustedProxies + 1).at(-1)!
}
