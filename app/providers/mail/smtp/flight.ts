import type { SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import type { OutgoingMail } from '../types'
import { stoppedFailure } from './error'

/** How long a message that was handed over before a stop may wait for its reply, in milliseconds. */
const LAST_REPLY_MS = 10_000

/** The current owner of a flight. */
export interface FlightOwner {
  /** Drops a message and fails it. */
  abandon(flight: Flight): void
}

/** One message in flight: its owner and its progress. It can be stopped until it is handed over. */
export class Flight {
  /**
   * Whether the final dot may have been written. From then on the outcome of a failure is unknown; before it the message can be
   * retried.
   */
  handedOver = false
  /** Whether it was given to a connection that is logged in. */
  isCarried = false
  /** Whether a byte of the message may have been written: the server has accepted DATA. */
  isBegun = false
  /** How often it moved to another connection. */
  requeues = 0
  carrier: FlightOwner | null = null
  /** The server's reply when it accepted the message. */
  readonly result: Promise<SMTPConnectionSendInfo>
  private abandonTimer: NodeJS.Timeout | undefined
  private resolve!: (info: SMTPConnectionSendInfo) => void
  private reject!: (error: unknown) => void

  constructor(readonly mail: OutgoingMail) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  land(info: SMTPConnectionSendInfo): void {
    this.carrier = null
    this.resolve(info)
  }

  fail(error: unknown): void {
    this.carrier = null
    this.reject(error)
  }

  /** Stops the message. If it was already handed over, its reply is awaited for a short time. */
  stop(): void {
    if (!this.handedOver) this.abandon()
    else this.abandonTimer ??= setTimeout(() => this.abandon(), LAST_REPLY_MS).unref()
  }

  /** Ends the flight: it has landed or failed. */
  end(): void {
    clearTimeout(this.abandonTimer)
    this.carrier = null
  }

  private abandon(): void {
    if (this.carrier) this.carrier.abandon(this)
    else this.fail(stoppedFailure())
  }
}

/** The flights that a signal stops. A batch shares one signal, so it has one listener. */
const bySignal = new WeakMap<AbortSignal, Set<Flight>>()

/** Starts a flight; `signal` stops it. */
export function startFlight(mail: OutgoingMail, signal: AbortSignal): Flight {
  const flight = new Flight(mail)
  let flights = bySignal.get(signal)
  if (!flights) {
    flights = new Set()
    bySignal.set(signal, flights)
    signal.addEventListener('abort', stopAll.bind(null, flights), { once: true })
  }
  flights.add(flight)
  return flight
}

/** Ends a flight that has landed or failed. */
export function endFlight(signal: AbortSignal, flight: Flight): void {
  bySignal.get(signal)?.delete(flight)
  flight.end()
}

function stopAll(flights: Set<Flight>): void {
  for (const flight of [...flights]) flight.stop()
}
