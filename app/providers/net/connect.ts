import { lookup } from 'node:dns/promises'
import { connect, isIPv4, type Socket } from 'node:net'
import { isPublicAddress, readHost } from './address'
import { NetRefusal } from './refusal'

/** How the product reaches servers that users enter. */
export interface Network {
  /** Whether hosts on private and loopback addresses may be used, on any port. */
  allowPrivateHosts: boolean
  /** All addresses of a name. @throws anything if there are none */
  resolve(name: string): Promise<string[]>
  /** Redirects a connection to a checked address, for the sandbox and tests. */
  route?(to: Endpoint): Endpoint
}

export interface Endpoint {
  address: string
  port: number
}

/** A server whose addresses were resolved and checked once: connections go to these and nowhere else. */
export interface Located {
  endpoints: Endpoint[]
  /** A host on the public internet: it gets no password without verified TLS. */
  isPublic: boolean
  /** The name that its certificate must carry; null if the user entered an address. */
  servername: string | null
}

/** The ports of mail servers: the only ones allowed while private hosts are refused. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 143, 465, 587, 993, 2525])

/** How many addresses of one host are tried. */
const MAX_ADDRESSES = 4

/** The network with the system's resolver. */
export const systemNetwork = (allowPrivateHosts: boolean): Network => ({
  allowPrivateHosts,
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
})

interface Server {
  host: string
  port: number
}

/** Locates a mail server, which must use one of the ports of mail servers. @throws NetRefusal */
export async function locate(server: Server, network: Network, timeoutMs: number): Promise<Located> {
  // A host that is none is refused before its port.
  readHost(server.host)
  if (!network.allowPrivateHosts && !MAIL_PORTS.has(server.port)) {
    const allowed = [...MAIL_PORTS].join(', ')
    throw new NetRefusal(
      'forbidden',
      `Port ${server.port} is not allowed; mail servers use one of ${allowed}`,
    )
  }
  return locateOnAnyPort(server, network, timeoutMs)
}

/**
 * Resolves a host and checks all its addresses, but not the port. Callers must connect to the returned endpoints and never resolve the
 * name again, otherwise the check is void (DNS rebinding).
 * @throws NetRefusal
 */
export async function locateOnAnyPort(server: Server, network: Network, timeoutMs: number): Promise<Located> {
  const { port } = server
  const { host, isAddress } = readHost(server.host)
  const addresses = isAddress ? [host] : await resolveName(host, network, timeoutMs)
  const forbidden = network.allowPrivateHosts
    ? undefined
    : addresses.find((address) => !isPublicAddress(address))
  if (forbidden) {
    throw new NetRefusal('forbidden', `${host} is on a private network (${forbidden}), which is not allowed`)
  }
  // IPv4 first: machines without IPv6 are more common than machines without IPv4.
  const sorted = [...addresses].sort((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)))
  const endpoints = sorted.slice(0, MAX_ADDRESSES).map((address) => ({ address, port }))
  return {
    endpoints: network.route ? endpoints.map(network.route) : endpoints,
    isPublic: addresses.some(isPublicAddress),
    servername: isAddress ? null : host,
  }
}

async function resolveName(host: string, network: Network, timeoutMs: number): Promise<string[]> {
  const late = timer(timeoutMs)
  try {
    const addresses = await Promise.race([network.resolve(host), late.over.then(() => [])])
    if (addresses.length > 0) return addresses
  } catch (error) {
    throw new NetRefusal('dns', `The host ${host} could not be found`, systemCode(error))
  } finally {
    late.stop()
  }
  throw new NetRefusal('dns', `The host ${host} could not be found`)
}

/** Opens a TCP connection to the first address that answers. @throws NetRefusal */
export async function openSocket(located: Located, host: string, timeoutMs: number): Promise<Socket> {
  let refusal: NetRefusal | undefined
  for (const endpoint of located.endpoints) {
    try {
      return await openOne(endpoint, timeoutMs)
    } catch (error) {
      refusal ??= unreachable(host, endpoint.port, systemCode(error))
    }
  }
  throw refusal ?? unreachable(host, 0)
}

function openOne({ address, port }: Endpoint, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const late = timer(timeoutMs)
    late.over.then(() => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })))
    // The listener stays: an error before the new owner adds its own would end the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new Error('closed')))
    socket.once('connect', () => {
      late.stop()
      resolve(socket)
    })
    socket.once('error', late.stop)
  })
}

/** Describes a host that could not be reached. */
export function unreachable(host: string, port: number, code?: string): NetRefusal {
  const words: Record<string, string> = {
    ECONNREFUSED: 'refused the connection',
    ETIMEDOUT: 'did not answer in time',
    ECONNRESET: 'closed the connection',
  }
  const what = (code && words[code]) ?? `could not be reached${code ? ` (${code})` : ''}`
  return new NetRefusal('connect', `${host}:${port} ${what}`, code)
}

function timer(ms: number): { over: Promise<void>; stop(): void } {
  let handle: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    handle = setTimeout(resolve, ms)
  })
  return { over, stop: () => clearTimeout(handle) }
}

/** The system's error code behind an error. */
function systemCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
