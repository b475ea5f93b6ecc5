import type { MailDeps } from '../deps'
import type { OutgoingMail, SendResult, SmtpConfig } from '../types'
import { readAcceptance } from './accepted'
import { isAboutConnection, stoppedFailure } from './error'
import { smtpFailure } from './failure'
import { endFlight, type Flight, startFlight } from './flight'
import { type ConnectionOwner, PooledConnection } from './pooled-connection'
import { openConnection, type SmtpOpening } from './session'

/** How often a message moves to another connection at once, if no byte of it was written. */
const REQUEUES = 2

/** The pooled connections of one mailbox. */
export interface SmtpTransport {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult>
  /** Closes at once; the messages in flight fail. */
  close(): void
}

export function createSmtpTransport(config: SmtpConfig, deps: MailDeps): SmtpTransport {
  const pool = new Pool(config, deps)
  return {
    async send(mail, signal) {
      if (signal.aborted) return { ok: false, why: 'retry', detail: 'Stopped before the attempt' }
      const flight = startFlight(mail, signal)
      try {
        pool.carry(flight)
        return readAcceptance(mail, await flight.result)
      } catch (error) {
        const { handedOver, isCarried: loggedIn } = flight
        return smtpFailure({ error, handedOver, loggedIn, server: config.smtp, now: await deps.clock.now() })
      } finally {
        endFlight(signal, flight)
      }
    },
    close: () => pool.close(),
  }
}

/** At most `deps.maxConnections` connections. Messages wait for one in the order of their arrival. */
class Pool implements ConnectionOwner {
  private readonly connections: PooledConnection[] = []
  /** Connections that are being opened, and the message that each is opened for. */
  private readonly openings = new Map<SmtpOpening, Flight>()
  private queue: Flight[] = []
  private isClosed = false

  constructor(
    private readonly config: SmtpConfig,
    private readonly deps: MailDeps,
  ) {}

  carry(flight: Flight): void {
    const idle = this.connections.find((connection) => connection.isIdle)
    if (this.isClosed) flight.fail(stoppedFailure())
    else if (idle) idle.carry(flight)
    else if (this.hasRoom()) this.open(flight)
    else {
      this.queue.push(flight)
      flight.carrier = this
    }
  }

  /** Stops a message that waits for its turn or for a connection. */
  abandon(flight: Flight): void {
    this.queue = this.queue.filter((waiting) => waiting !== flight)
    for (const [opening, mail] of this.openings) if (mail === flight) this.cancel(opening)
    flight.fail(stoppedFailure())
    this.openNext()
  }

  connectionIsFree(connection: PooledConnection): void {
    const next = this.queue.shift()
    if (next) connection.carry(next)
  }

  connectionHasEnded(connection: PooledConnection, flight: Flight | null, error: Error | null): void {
    const index = this.connections.indexOf(connection)
    if (index >= 0) this.connections.splice(index, 1)
    if (flight) this.endOrRepeat(connection, flight, error ?? stoppedFailure())
    this.openNext()
  }

  close(): void {
    this.isClosed = true
    const waiting = [...this.queue, ...this.openings.values()]
    this.queue = []
    for (const opening of [...this.openings.keys()]) this.cancel(opening)
    for (const connection of [...this.connections]) connection.close()
    for (const flight of waiting) flight.fail(stoppedFailure())
  }

  /** Servers close idle connections. A message that finds its connection closed moves to another one. */
  private endOrRepeat(connection: PooledConnection, flight: Flight, error: Error): void {
    const isHarmless = connection.carried > 0 && !flight.isBegun && isAboutConnection(error)
    if (isHarmless && flight.requeues < REQUEUES && !this.isClosed) {
      flight.requeues += 1
      flight.carrier = this
      this.queue.unshift(flight)
    } else flight.fail(error)
  }

  private hasRoom(): boolean {
    return this.connections.length + this.openings.size < this.deps.maxConnections
  }

  private openNext(): void {
    if (this.isClosed || !this.hasRoom()) return
    const next = this.queue.shift()
    if (next) this.open(next)
  }

  private open(flight: Flight): void {
    const opening = openConnection(this.config, this.deps)
    this.openings.set(opening, flight)
    flight.carrier = this
    flight.isCarried = false
    opening.connection.then(
      (opened) => {
        if (!this.openings.delete(opening)) return opened.close()
        const connection = new PooledConnection(opened, this.deps.timeouts, this)
        this.connections.push(connection)
        connection.carry(flight)
      },
      (error: Error) => {
        if (this.openings.delete(opening)) {
          flight.fail(error)
          this.openNext()
        }
      },
    )
  }

  private cancel(opening: SmtpOpening): void {
    this.openings.delete(opening)
    opening.cancel()
  }
}
