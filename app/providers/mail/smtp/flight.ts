import type { OutgoingMail } from '../types'
import { stopped } from './error'

/** A mail that is already handed over when we are told to stop gets so long for its answer. */
const LAST_ANSWER_MS = 10_000

/** Whoever has a mail in hand. */
export interface Carrier {
  /** Lets go of a mail, and fails it. */
  abandon(flight: Flight): void
}

/** One mail on its way: where it is, and whether it was handed over; it can be stopped as long as that is harmless. */
export class Flight {
  /**
   * Whether the final dot may have been written. This is the line between "try again" and "nobody knows"; it is never
   * taken back.
   */
  handedOver = false
  /** Whether a byte of the message may have been written. */
  isBegun = false
  /** How often it was given another connection. */
  requeues = 0
  carrier: Carrier | null = null
  /** The words with which the server accepted it. */
  readonly landed: Promise<string>
  private patience: NodeJS.Timeout | undefined
  private resolve!: (reply: string) => void
  private reject!: (error: unknown) => void

  constructor(readonly mail: OutgoingMail) {
    this.landed = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  land(reply: string): void {
    this.carrier = null
    this.resolve(reply)
  }

  fail(error: unknown): void {
    this.carrier = null
    this.reject(error)
  }

  /** Stops the mail; once it is handed over its answer is worth waiting for, if it comes soon. */
  stop(): void {
    if (!this.handedOver) this.abandon()
    else this.patience ??= setTimeout(() => this.abandon(), LAST_ANSWER_MS).unref()
  }

  /** Lets go of everything. */
  end(): void {
    clearTimeout(this.patience)
    this.carrier = null
  }

  private abandon(): void {
    if (this.carrier) this.carrier.abandon(this)
    else this.fail(stopped())
  }
}

/** The mails that a signal stops: one listener for all of a batch, which share one signal over many mailboxes. */
const bySignal = new WeakMap<AbortSignal, Set<Flight>>()

/** A mail sets out; `signal` stops it. */
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

/** A mail has arrived, or failed. */
export function endFlight(signal: AbortSignal, flight: Flight): void {
  bySignal.get(signal)?.delete(flight)
  flight.end()
}

function stopAll(flights: Set<Flight>): void {
  for (const flight of [...flights]) flight.stop()
}
