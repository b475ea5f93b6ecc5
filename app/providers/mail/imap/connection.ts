import { ImapFlow } from 'imapflow'
import type { MailDeps } from '~/providers/mail/deps'
import { locate } from '~/providers/net/connect'
import type { ProviderFailure } from '~/providers/net/failure'
import { NetRefusal } from '~/providers/net/refusal'
import type { MailServer, SmtpConfig } from '../types'
import { createImapMeter, type ImapMeter } from './budget'
import { imapFailure } from './failure'

/** IDLE is renewed before a server may end it (RFC 2177: 29 minutes). */
const RENEW_IDLE_MS = 27 * 60_000
/** The longest literal accepted: at most a megabyte of a message is fetched. */
const MAX_LITERAL = 4 * 1024 * 1024
/** The longest line accepted: a search may return a hundred thousand messages in one line. */
const MAX_LINE = 2 * 1024 * 1024

export type Connected = { ok: true; client: ImapFlow; meter: ImapMeter } | ProviderFailure

/**
 * Connects to a checked address and logs in. As with SMTP, a public host gets no password without TLS. The caller closes the client;
 * `signal` aborts only the attempt.
 */
export async function connectImap(
  config: SmtpConfig,
  server: MailServer,
  { network, timeouts, budgets }: MailDeps,
  signal: AbortSignal,
): Promise<Connected> {
  if (signal.aborted) return { ok: false, why: 'retry', detail: 'Stopped before the attempt' }
  let failure: ProviderFailure | undefined
  try {
    const { endpoints, isPublic, servername } = await locate(server, network, timeouts.connect)
    for (const { address, port } of endpoints) {
      const meter = createImapMeter(`${server.host}:${server.port}`)
      const client = new ImapFlow({
        // The checked address, so that a second lookup cannot lead elsewhere; the name is for the certificate.
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
      // The failing call reports the error; without a listener the event would end the process.
      client.on('error', () => {})
      meter.measure(client)
      const stop = () => client.close()
      signal.addEventListener('abort', stop, { once: true })
      try {
        await meter.within(budgets.imapLogin, () => client.connect())
        return { ok: true, client, meter }
      } catch (error) {
        client.close()
        failure ??= signal.aborted ? notWaitedFor(server, signal) : imapFailure(error, server)
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

/** We aborted the attempt ourselves: its time was up, or it is no longer needed. */
const notWaitedFor = ({ host, port }: MailServer, { reason }: AbortSignal): ProviderFailure => ({
  ok: false,
  why: 'retry',
  detail:
    reason instanceof DOMException && reason.name === 'TimeoutError'
      ? `${host}:${port} did not answer in time`
      : `The connection to ${host}:${port} was cancelled`,
})

/** Whether another address of the host may work. */
const isUnreached = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CONNECT_TIMEOUT|ETIMEDOUT)$/.test(String(error.code))

/** How long a server has to answer LOGOUT, in milliseconds. */
const LOGOUT_MS = 2_000

/** Logs out, and closes the connection even if the server never finishes its response. */
export async function logOut(client: ImapFlow): Promise<void> {
  const late = setTimeout(() => client.close(), LOGOUT_MS)
  await client.logout().catch(() => {})
  clearTimeout(late)
  client.close()
}

/** Thrown if a server's response is a failure that the library reports as a plain "no". */
export class ImapRefusal extends Error {
  override readonly name = 'ImapRefusal'
}

/** One IMAP connection, opened when needed and reopened after a loss. It runs one task at a time. */
export function createImapConnection(config: SmtpConfig, server: MailServer, deps: MailDeps) {
  let open: { client: ImapFlow; meter: ImapMeter } | null = null
  let previous: Promise<unknown> = Promise.resolve()

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
      if (signal.aborted) return notWaitedFor(server, signal)
      return imapFailure(error, server)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    /** Runs a task with a logged-in client. If the task throws, the result is a failure and the next call logs in again. */
    use<T>(signal: AbortSignal, work: (client: ImapFlow) => Promise<T>): Promise<T | ProviderFailure> {
      const result = previous.then(() => run(signal, work))
      previous = result.catch(() => {})
      return result
    },
    /** Logs out, or closes the connection at once if the server no longer responds. */
    async close(): Promise<void> {
      const client = open?.client
      open = null
      if (client) await logOut(client)
    },
  }
}
