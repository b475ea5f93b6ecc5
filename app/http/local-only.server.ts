import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { isLoopback } from '~/env.server'

/** What proxies add: a request with one of these comes from elsewhere, whatever the header says. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request was made on this machine: its socket comes from loopback, it names us by a loopback name (another name
 * that leads here is DNS rebinding), and no proxy passed it on.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  return isLoopback(address) && isLoopback(host) && !PROXY_HEADERS.some((name) => name in headers)
}

/** What others are told of the sandbox. */
export const ONLY_LOCAL =
  'The sandbox answers only this machine. Set SANDBOX_PUBLIC=on to open it to your network.'

/** Refuses requests from elsewhere: 403. The router reads encoded addresses too: routes check for themselves. */
export const localOnly: RequestHandler = (_request, response, next) => {
  if (response.locals.local) return next()
  response.status(403).json({ message: ONLY_LOCAL, code: 'FORBIDDEN' })
}
