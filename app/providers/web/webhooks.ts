import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { WEBHOOK_CALL } from '~/providers/net/budget'
import { type Endpoint, locateOnAnyPort, type Network } from '~/providers/net/connect'
import { deadline, endedBy } from '~/providers/net/deadline'
import { isCertificateError, NetRefusal } from '~/providers/net/refusal'
import { shareLookups } from '~/providers/net/share-lookups'
import type { EndpointResponse, WebhookSender } from './types'

/** How long an unused connection is kept, in milliseconds. */
const IDLE_MS = 30_000
/** The most characters of a response that are kept. */
const MAX_KEPT = 1000

/**
 * Posts to the servers that users enter. Each attempt checks the address again, as a lookup that is running or a new one returns it, and
 * connects to what it checked. Redirects are not followed.
 */
export function createWebhookSender(system: Network, budget = WEBHOOK_CALL): WebhookSender {
  const network = shareLookups(system)
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 256 }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }

  async function locate(url: URL) {
    const secure = url.protocol === 'https:'
    if (!network.allowPrivateHosts && (!secure || url.port))
      throw new NetRefusal('forbidden', 'Only https addresses on port 443 are allowed')
    const port = Number(url.port) || (secure ? 443 : 80)
    return {
      secure,
      ...(await locateOnAnyPort({ host: url.hostname, port }, network, budget.ms)),
    }
  }

  type Attempt = [link: string, headers: Record<string, string>, body: string, signal: AbortSignal]

  /** @param fresh on a new connection, which is not kept */
  async function attempt([link, headers, body, signal]: Attempt, fresh = false): Promise<EndpointResponse> {
    const url = new URL(link)
    const { secure, endpoints, servername } = await endedBy(signal, locate(url))
    const agent = fresh ? false : secure ? agents.https : agents.http
    const ask = ({ address, port }: Endpoint): Promise<EndpointResponse> =>
      new Promise((resolve, reject) => {
        const request = (secure ? requestHttps : requestHttp)({
          method: 'POST',
          host: address,
          port,
          ...(secure && servername ? { servername } : {}),
          path: url.pathname + url.search,
          headers: {
            host: url.host,
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
            'user-agent': 'Coldframe-Webhooks/1',
            ...headers,
          },
          agent,
          signal,
        })
        request.on('error', (error) => reject(Object.assign(error, { isStale: request.reusedSocket })))
        request.on('response', (response) => resolve(readResponse(response, budget.bytes)))
        // The last event of every request, and the only one if the server wants to switch protocols (101).
        request.on('close', () => reject(new NetRefusal('connect', 'The server sent no usable response')))
        request.end(body)
      })
    let refusal: unknown
    for (const endpoint of endpoints) {
      try {
        return await ask(endpoint)
      } catch (error) {
        // Nothing was sent yet: the next address may answer.
        if ((error as NodeJS.ErrnoException).syscall !== 'connect' || signal.aborted) throw error
        refusal ??= error
      }
    }
    throw refusal
  }

  /** A kept connection may have been closed by the server just now: then the request is repeated once on a new one. */
  const post = async (...request: Attempt) => {
    try {
      return await attempt(request)
    } catch (error) {
      const { code, isStale } = error as NodeJS.ErrnoException & { isStale?: boolean }
      const [, , , signal] = request
      if (!isStale || signal.aborted || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error
      return attempt(request, true)
    }
  }

  return {
    async problemOf(url) {
      const signal = deadline(budget.ms)
      try {
        await endedBy(signal, locate(new URL(url)))
        return null
      } catch (error) {
        return signal.aborted ? 'The host did not answer in time' : explain(error)
      }
    },
    async post(url, headers, body, stopping) {
      const signal = deadline(budget.ms, stopping)
      try {
        return await post(url, headers, body, signal)
      } catch (error) {
        if (stopping.aborted) throw stopping.reason
        const late = `No answer within ${Math.round(budget.ms / 1000)} seconds`
        return { status: null, text: '', retryAfter: null, error: signal.aborted ? late : explain(error) }
      }
    },
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Reads a response up to the budget. The status decides, even if the body never ends. */
function readResponse(response: IncomingMessage, most: number): Promise<EndpointResponse> {
  const status = response.statusCode ?? 0
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const done = () =>
      resolve({
        status,
        text: Buffer.concat(parts).toString('utf8').replaceAll('\0', '').slice(0, MAX_KEPT),
        retryAfter: secondsOf(response.headers),
        error: null,
      })
    response.on('data', (part: Buffer) => {
      if (size < MAX_KEPT * 4) parts.push(part)
      size += part.length
      // What follows is not needed, and the connection cannot be used again without reading it.
      if (size > most) response.destroy()
    })
    response.on('error', done)
    response.on('close', done)
    response.on('end', done)
  })
}

/** The seconds of `Retry-After` (RFC 9110, 10.2.3): a number, or a date, which is compared with the server's own. */
function secondsOf(headers: IncomingMessage['headers']): number | null {
  const text = headers['retry-after']
  if (!text) return null
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : (Date.parse(text) - Date.parse(headers.date ?? '')) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

function explain(error: unknown): string {
  if (error instanceof NetRefusal) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ERR_INVALID_URL') return 'Not a web address'
  if (code === 'ECONNREFUSED') return 'The server refused the connection'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The server closed the connection'
  if (isCertificateError(code)) return `The certificate is not accepted (${code})`
  return `The server could not be reached (${code || String(message).slice(0, 100)})`
}
