import { ImapFlow } from 'imapflow'
import type { MailDeps } from '~/providers/mail/deps'
import { locate } from '~/providers/net/connect'
import type { ProviderFailure } from '~/providers/net/failure'
import { NetRefusal } from '~/providers/net/refusal'
import type { MailServer, SmtpConfig } from '../types'
import { createImapMeter, type ImapMeter } from './budget'
import { imapFailure } from './failure'

/** IDLE is broken off and started again before a server may end it (RFC 2177: 29 minutes). */
const RENEW_IDLE_MS = 27 * 60_000
/** No answer of a server may be longer: a message is fetched up to a megabyte. */
const MAX_LITERAL = 4 * 1024 * 1024
/** A search may find a hundred thousand messages, in one line. */
const MAX_LINE = 2 * 1024 * 1024

export type Connected = { ok: true; client: ImapFlow; meter: ImapMeter } | ProviderFailure

/**
 * Connects to a checked address and logs in. TLS as for SMTP: a public host gets no password without it. The caller
 * closes the client; `signal` ends the attempt, not what follows.
 */
export async function connectImap(
  config: SmtpConfig,
  server: MailServer,
  { network, timeouts, budgets }: MailDeps,
  signal: AbortSignal,
): Promise<Connected> {
  if (signal.aborted) return { ok: false, why: 'retry', detail: 'Stopped before it was tried' }
  let failure: ProviderFailure | undefined
  try {
    const { endpoints, isPublic, servername } = await locate(server, network, timeouts.connect)
    for (const { address, port } of endpoints) {
      const meter = createImapMeter(`${server.host}:${server.port}`)
      const client = new ImapFlow({
        // The checked address, so that no second look-up can lead elsewhere; the name is for the certificate.
        host: address,
        port,
        secure: server.secure,
        ...(servername ? { servername } : {}),
        ...(server.secure ? {} : isPublic ? { doSTARTTLS: true } : {}),
        tls: { rejectUnauthorized: isPublic },
        auth: { user: config.username, pass: config.password },
        logger: meter.logger,
        disableAutoIdle: true,
        disableCompression: true,
        maxIdleTime: RENEW_IDLE_MS,
        maxLiteralSize: MAX_LITERAL,
        maxLineLength: MAX_LINE,
        maxResponseSize: MAX_LITERAL + MAX_LINE,
        connectionTimeout: timeouts.connect,
        greetingTimeout: timeouts.greeting,
        socketTimeout: timeouts.silence,
        clientInfo: { name: 'Coldframe' },
      })
      // What goes wrong shows in the call that meets it; without a listener it would end the process.
      client.on('error', () => {})
      meter.measure(client)
      const stop = () => client.close()
      signal.addEventListener('abort', stop, { once: true })
      try {
        await meter.within(budgets.imapLogin, () => client.connect())
        return { ok: true, client, meter }
      } catch (error) {
        client.close()
        failure ??= signal.aborted ? notWaitedFor(server) : imapFailure(error, server)
        if (signal.aborted || !isUnreached(error)) break
      } finally {
        signal.removeEventListener('abort', stop)
      }
    }
  } catch (error) {
    if (!(error instanceof NetRefusal)) throw error
    failure = imapFailure(error, server)
  }
  return failure ?? { ok: false, why: 'retry', detail: `${server.host} has no address` }
}

/** We ended it ourselves. */
const notWaitedFor = ({ host, port }: MailServer): ProviderFailure => ({
  ok: false,
  why: 'retry',
  detail: `${host}:${port} was not waited for any longer`,
})

/** Whether another address of the host may do better. */
const isUnreached = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CONNECT_TIMEOUT|ETIMEDOUT)$/.test(String(error.code))

/** Thrown where a server's answer is a failure, though the library reports it as a mere "no". */
export class ImapRefusal extends Error {
  override readonly name = 'ImapRefusal'
}

/** One IMAP connection that is opened when it is needed, and again after it was lost. One piece of work at a time. */
export function createImapConnection(config: SmtpConfig, server: MailServer, deps: MailDeps) {
  let open: { client: ImapFlow; meter: ImapMeter } | null = null
  let turn: Promise<unknown> = Promise.resolve()

  async function run<T>(
    signal: AbortSignal,
    work: (client: ImapFlow) => Promise<T>,
  ): Promise<T | ProviderFailure> {
    if (!open?.client.usable) {
      open?.client.close()
      const connected = await connectImap(config, server, deps, signal)
      if (!connected.ok) return connected
      open = connected
    }
    const mine = open
    const { client, meter } = mine
    const stop = () => client.close()
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await meter.within(deps.budgets.imapWork, () => work(client))
    } catch (error) {
      client.close()
      if (open === mine) open = null
      if (signal.aborted) return notWaitedFor(server)
      return imapFailure(error, server)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    /** Does a piece of work with a logged-in client; what it throws becomes a failure, and the next call a new log-in. */
    use<T>(signal: AbortSignal, work: (client: ImapFlow) => Promise<T>): Promise<T | ProviderFailure> {
      const result = turn.then(() => run(signal, work))
      turn = result.catch(() => {})
      return result
    },
    /** Logs out; at once when the server does not answer any more. */
    async close(): Promise<void> {
      const client = open?.client
      open = null
      if (!client) return
      const late = setTimeout(() => client.close(), 2_000)
      await client.logout().catch(() => {})
      clearTimeout(late)
      client.close()
    },
  }
}

export type ImapConnection = ReturnType<typeof createImapConnection>
