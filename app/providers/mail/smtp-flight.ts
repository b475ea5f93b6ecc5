import type { Readable } from 'node:stream'

/** A mail that is already handed over when we are told to stop gets so long for its answer. */
const LAST_ANSWER_MS = 10_000

/**
 * One mail on its way through the SMTP library: knows whether it was handed over, and stops it as long as that is
 * harmless. To the library it is the AbortSignal of the mail, of which it has the part that is used: a real one, and
 * closures of each mail instead of one object, cost a quarter of what sending the mail does.
 */
export class Flight {
  aborted = false
  readonly reason = undefined
  /** The last stage of the message, as it is written to the socket; more than one after another connection was taken. */
  private streams: Readable[] = []
  private listeners: (() => void)[] = []
  private patience: NodeJS.Timeout | undefined

  addEventListener(_: 'abort', listener: () => void): void {
    this.listeners.push(listener)
  }
  removeEventListener(_: 'abort', listener: () => void): void {
    this.listeners = this.listeners.filter((one) => one !== listener)
  }

  watch(stream: Readable): void {
    this.streams.push(stream)
  }

  /**
   * Whether the final dot may have been written: it follows when the message was read to its end, and only then. This is
   * the line between "try again" and "nobody knows".
   */
  get handedOver(): boolean {
    return this.streams.some((stream) => stream.readableEnded)
  }

  /** Stops the mail; once it is handed over its answer is worth waiting for, if it comes soon. */
  stop(): void {
    if (!this.handedOver) this.abort()
    else this.patience ??= setTimeout(() => this.abort(), LAST_ANSWER_MS).unref()
  }

  /** Lets go of everything: what is held on to costs the garbage collector more than the mail itself. */
  end(): void {
    clearTimeout(this.patience)
    this.streams = []
    this.listeners = []
  }

  private abort(): void {
    if (this.aborted) return
    this.aborted = true
    for (const listener of [...this.listeners]) listener()
  }
}

/** The mails that a signal stops: one listener for all of a batch, which share one signal over many mailboxes. */
const bySignal = new WeakMap<AbortSignal, Set<Flight>>()

/** A mail sets out; `signal` stops it. */
export function startFlight(signal: AbortSignal): Flight {
  const flight = new Flight()
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
