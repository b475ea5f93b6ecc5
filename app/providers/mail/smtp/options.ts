import type { Socket } from 'node:net'
import { locate, openSocket } from '~/providers/net/connect'
import type { MailDeps } from '../deps'
import type { SmtpConfig } from '../types'

/** Opens a socket to a checked address of the server, with the matching nodemailer options. @throws NetRefusal */
export async function connectChecked(
  config: SmtpConfig,
  { network, timeouts }: MailDeps,
  onSocket: (socket: Socket) => void,
) {
  const { host, secure } = config.smtp
  const located = await locate(config.smtp, network, timeouts.connect)
  const connection = await openSocket(located, host, timeouts.connect)
  onSocket(connection)
  const servername = located.servername ? { servername: located.servername } : {}
  return {
    connection,
    // A public host gets the password over verified TLS or not at all, and it must support login.
    requireTLS: located.isPublic && !secure,
    forceAuth: located.isPublic,
    // A server in a private network, where allowed, rarely has a verifiable certificate.
    tls: { ...servername, rejectUnauthorized: located.isPublic },
  }
}
