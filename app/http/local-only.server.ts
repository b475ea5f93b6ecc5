import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { isLoopback } from '~/env.server'

/** Headers that proxies add: a request with one of these is not local, whatever the header says. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request was made on this machine: its socket is loopback, it uses a loopback host name (another name that resolves to us
 * is DNS rebinding), and no proxy forwarded it.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  return isLoopback(address) && isLoopback(host) && !PROXY_HEADERS.some((name) => name in headers)
}

/** The message that other machines get. */
export const ONLY_LOCAL =
  'The sandbox answers only this machine. Set SANDBOX_PUBLIC=on to open it to your network.'

/** Refuses requests from other machines with 403. The router also matches encoded paths, so routes check for themselves too. */
export const localOnly: RequestHandler = (_request, response, next) => {
  if (response.locals.local) return next()
  response.status(403).json({ message: ONLY_LOCAL, code: 'FORBIDDEN' })
}
