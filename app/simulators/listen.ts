import type { AddressInfo, Server } from 'node:net'

/** A listening server. */
export interface Listening {
  host: string
  port: number
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/**
 * Listens on loopback at the wanted port, so that configured mailboxes find the server again after a restart; if that port is taken, at
 * a free one. 0 means any port.
 */
export async function listenOnLoopback(server: Server, wished: number): Promise<Listening> {
  try {
    await listen(server, wished)
  } catch (error) {
    if (wished === 0) throw error
    await listen(server, 0)
  }
  const { port } = server.address() as AddressInfo
  return { host: HOST, port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
