import type { Socket } from 'node:net'
import { locate, openSocket } from '~/providers/net/connect'
import type { MailDeps } from '../deps'
import type { SmtpConfig } from '../types'

/** A socket to a checked address of the server, and what nodemailer has to do with it. @throws NetRefusal */
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
    // A public host gets the password over verified TLS or not at all; and it must ask for one.
    requireTLS: located.isPublic && !secure,
    forceAuth: located.isPublic,
    // A server in one's own network, which somebody allowed, rarely has a certificate that could be verified.
    tls: { ...servername, rejectUnauthorized: located.isPublic },
  }
}
