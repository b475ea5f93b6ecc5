import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { LINK_CHECK_MS } from '~/providers/net/budget'
import { locateOnAnyPort, type Network } from '~/providers/net/connect'
import { deadline, endedBy } from '~/providers/net/deadline'
import { isCertificateError, NetRefusal } from '~/providers/net/refusal'
import type { WebLinks } from './types'

/** Redirects that are followed; browsers follow twenty. */
const MAX_REDIRECTS = 5

const WEB_PORTS = new Set([80, 443])

/** Checks links by requesting their pages. Addresses on private networks are refused, as for mail servers. */
export function createWebLinks(network: Network, totalMs = LINK_CHECK_MS): WebLinks {
  return {
    async problemOf(link) {
      const signal = deadline(totalMs)
      try {
        return await endedBy(signal, follow(link, network, totalMs, signal))
      } catch (error) {
        return signal.aborted ? 'did not answer in time' : explain(error)
      }
    },
  }
}

async function follow(link: string, network: Network, totalMs: number, signal: AbortSignal) {
  let url = new URL(link)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { status, location } = await requestPage(url, network, totalMs, signal)
    if (status >= 300 && status < 400 && location) url = new URL(location, url)
    else return problemOfStatus(status)
  }
  return 'redirects again and again'
}

/** Pages that refuse programs (401, 403, 429, …) may well open in a browser. */
const problemOfStatus = (status: number) =>
  status === 404 || status === 410 || status >= 500 ? `answers with the error ${status}` : null

async function requestPage(url: URL, network: Network, timeoutMs: number, signal: AbortSignal) {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw new NetRefusal('forbidden', 'not a web address')
  const port = Number(url.port) || (secure ? 443 : 80)
  if (!network.allowPrivateHosts && !WEB_PORTS.has(port)) throw new NetRefusal('forbidden', `port ${port}`)
  const { endpoints, servername } = await locateOnAnyPort({ host: url.hostname, port }, network, timeoutMs)
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const request = (secure ? requestHttps : requestHttp)({
      host: endpoints[0]!.address,
      port: endpoints[0]!.port,
      ...(secure && servername ? { servername } : {}),
      path: url.pathname + url.search,
      headers: { host: url.host, accept: '*/*', 'user-agent': 'Coldframe link check' },
      agent: false,
      signal,
    })
    request.on('error', reject)
    request.on('response', (response) => {
      response.on('error', () => {})
      response.destroy()
      resolve({ status: response.statusCode ?? 0, location: response.headers.location })
    })
    request.end()
  })
}

function explain(error: unknown): string {
  if (error instanceof NetRefusal) {
    if (error.trouble === 'dns') return 'leads to a host that could not be found'
    if (error.trouble === 'forbidden') return 'leads to an address that is not on the public internet'
  }
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ERR_INVALID_URL') return 'is not a valid web address'
  if (isCertificateError(code)) return 'has a certificate that browsers do not accept'
  return 'leads to a server that could not be reached'
}
