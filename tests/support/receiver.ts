import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A webhook as its receiver got it. */
export interface ReceivedHook {
  /** The `webhook-id`. */
  id: string
  headers: Record<string, string>
  raw: string
  type: string
  timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the objects of many kinds
  data: any
}

interface Reply {
  status: number
  body?: string
  headers?: Record<string, string>
  /** How long the response takes, in milliseconds; null if it never comes. */
  after?: number | null
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A server that receives webhooks on loopback. `respond` decides about each, from the number of requests so far (from 1). */
export async function startReceiver(
  respond: (hook: ReceivedHook, n: number) => Reply = () => ({ status: 204 }),
) {
  const hooks: ReceivedHook[] = []
  const receiver = { respond: respond }
  let connections = 0
  const server = createServer(async (request, response) => {
    const hook = await read(request)
    hooks.push(hook)
    const { status, body = '', headers = {}, after = 0 } = receiver.respond(hook, hooks.length)
    if (after === null) return
    if (after > 0) await new Promise((resolve) => setTimeout(resolve, after))
    response.writeHead(status, headers).end(body)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    /** Everything that was received, in order. */
    hooks,
    /** Changes the responses from now on. */
    respondWith(next: typeof respond) {
      receiver.respond = next
    },
    types: () => hooks.map(({ type }) => type),
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<ReceivedHook> {
  const raw = await text(request)
  const headers = request.headers as Record<string, string>
  return { id: headers['webhook-id']!, headers, raw, ...JSON.parse(raw) }
}

/** Whether this secret signed a webhook, as the reference library of the specification checks it. */
export function isSignedBy(secret: string, { raw, headers }: ReceivedHook): boolean {
  try {
    new Webhook(secret).verify(raw, headers)
    return true
  } catch {
    return false
  }
}
