import { isAscii } from 'node:buffer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailTimeouts } from '../deps'
import { connectionLost, isAboutConnection, stoppedFailure } from './error'
import type { Flight, FlightOwner } from './flight'
import { MessageStream } from './message'

/** A connection is replaced after this many messages. */
const MESSAGES_PER_CONNECTION = 1_000
/** How long a server has to answer QUIT, in milliseconds. */
const QUIT_MS = 5_000

/** Assigns messages to connections. */
export interface ConnectionOwner {
  /** The connection can take the next message. */
  connectionIsFree(connection: PooledConnection): void
  /** The connection is gone. `flight` is the message that was on it, and `error` the reason why it was not accepted. */
  connectionHasEnded(connection: PooledConnection, flight: Flight | null, error: Error | null): void
}

/** One logged-in SMTP connection, which carries messages one after another. */
export class PooledConnection implements FlightOwner {
  /** Messages that got a reply here. */
  carried = 0
  private state: 'idle' | 'sending' | 'resetting' | 'over' = 'idle'
  private flight: Flight | null = null
  private readonly idleTimer: NodeJS.Timeout

  constructor(
    private readonly connection: SMTPConnection,
    timeouts: MailTimeouts,
    private readonly owner: ConnectionOwner,
  ) {
    this.idleTimer = setTimeout(() => this.state === 'idle' && this.quit(), timeouts.idle).unref()
    connection.on('error', (error: Error) => this.end(error))
    // nodemailer reports why a message failed right after `end`.
    connection.on('end', () => queueMicrotask(() => this.end(connectionLost())))
  }

  get isIdle(): boolean {
    return this.state === 'idle'
  }

  /** Sends a message over the connection, which must be idle. */
  carry(flight: Flight): void {
    const { from, to, more = [], raw } = flight.mail
    this.state = 'sending'
    this.flight = flight
    flight.carrier = this
    flight.isCarried = true
    const message = new MessageStream(raw, (isEnd) => {
      flight.isBegun = true
      flight.handedOver = isEnd
    })
    const envelope = { from, to: [to, ...more], size: raw.length, use8BitMime: !isAscii(raw) }
    this.connection.send(envelope, message, (error, info) => {
      if (this.flight !== flight) return
      if (error) this.refuse(flight, error)
      else {
        this.flight = null
        flight.land(info)
        this.free()
      }
    })
  }

  abandon(flight: Flight): void {
    if (flight === this.flight) this.end(stoppedFailure())
  }

  /** Ends the connection; the message on it fails. */
  close(): void {
    if (this.state === 'idle') this.quit()
    else this.end(stoppedFailure())
  }

  /**
   * The server refused a message. If the message has begun, it may still be being written and nothing may be written in between, so the
   * connection ends. Otherwise RSET follows, because many servers refuse MAIL after a refused RCPT.
   */
  private refuse(flight: Flight, error: Error): void {
    if (flight.isBegun || isAboutConnection(error)) {
      this.end(error)
      return
    }
    this.flight = null
    this.state = 'resetting'
    flight.fail(error)
    this.connection.reset((failure) => {
      if (this.state === 'over') return
      if (failure) this.end(failure)
      else this.free()
    })
  }

  private free(): void {
    this.carried += 1
    this.state = 'idle'
    if (this.carried >= MESSAGES_PER_CONNECTION) this.quit()
    else {
      this.idleTimer.refresh()
      this.owner.connectionIsFree(this)
    }
  }

  /** Sends QUIT, between two messages. */
  private quit(): void {
    this.stop()
    this.connection.quit()
    setTimeout(() => this.connection.close(), QUIT_MS).unref()
    this.owner.connectionHasEnded(this, null, null)
  }

  /** The connection is unusable; the message on it fails. */
  private end(error: Error): void {
    if (this.state === 'over') return
    const { flight } = this
    this.stop()
    this.connection.close()
    this.owner.connectionHasEnded(this, flight, error)
  }

  private stop(): void {
    this.state = 'over'
    this.flight = null
    clearTimeout(this.idleTimer)
  }
}
