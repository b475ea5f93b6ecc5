import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '~/app'
import { findSessionCookie } from '~/http/auth.server'
import { hitsOf } from '~/models/tracking/hit-buffer.server'
import { fixedHeaders } from './headers.server'

/** The smallest transparent GIF. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString(
  'latin1',
)

const PIXEL = /^\/t\/o\/([^/?]*)\.gif(?:\?|$)/
const TOKEN = /^[\w-]{43}$/

/**
 * Serves the open pixel before everything else: the same image for every token, known or not, whatever fails behind it. Hits are
 * stored a moment later, in batches.
 * @returns whether the request was for the pixel
 */
export function openPixel(app: App): (request: IncomingMessage, response: ServerResponse) => boolean {
  const hits = hitsOf(app)
  const headers = fixedHeaders(app.env, {
    'Content-Type': 'image/gif',
    'Content-Length': String(GIF.length),
    'Cache-Control': 'no-store, no-cache, max-age=0, private',
  })
  return (request, response) => {
    const match = PIXEL.exec(request.url ?? '')
    if (!match || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const token = match[1]!
    const address = callerAddress(request, app.env.trustProxy)
    const wait = hits.refusedFor(address)
    if (wait === 0) {
      hits.add({
        // A malformed token counts as unknown.
        token: TOKEN.test(token) ? token : '',
        method: request.method,
        userAgent: atMost(MAX_AGENT, rawHeader(request, 'user-agent') ?? ''),
        address,
        ownPreview:
          rawHeader(request, 'cookie') !== undefined && findSessionCookie(app, request.headers.cookie),
      })
    }
    // Node takes UUIDs from a pool of random bytes: 122 bits at a tenth of the cost.
    const nonce = randomUUID()
    if (wait === 0) response.writeHead(200, headers(nonce))
    else response.writeHead(429, [...headers(nonce), 'Retry-After', String(wait)])
    response.end(GIF, 'latin1')
    return true
  }
}

/** A longer User-Agent adds nothing, and each pending hit would keep it in memory. */
const MAX_AGENT = 1000

/** The start of a header, copied: a substring would keep the whole header in memory. */
const atMost = (length: number, text: string) =>
  text.length <= length ? text : Buffer.from(text.slice(0, length), 'latin1').toString('latin1')

/** The first header with this lower-case name. Avoids `headers`, which Node would build from all of them. */
function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name)
      return rawHeaders[i + 1]
  }
}

/** The address that the outermost trusted proxy saw, as Express computes it: each proxy appends its caller. */
function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const own = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return [own, ...forwarded.reverse()].slice(0, trustedProxies + 1).at(-1)!
}
