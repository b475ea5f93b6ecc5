import type { App } from '~/app'
import { retryWhileAway } from '~/db.server'
import { claimDeliveries, type Delivery, IN_FLIGHT, releaseDeliveries } from '~/models/webhooks/claim.server'
import { type Attempt, recordAttempts } from '~/models/webhooks/record.server'
import { headersOf } from './message'

/** How often an idle worker looks for new events, in milliseconds. */
const POLL_MS = 500
/** How long results are collected before they are recorded, in milliseconds. */
const GATHER_MS = 5
/** How long a worker waits after an error of the database, and how long results are kept for it. */
const PAUSE_MS = 1000
const KEEP_MS = 10_000

/** A worker's deliveries. */
export interface Deliverer {
  /** Aborts the attempts that are being made, which are then made again by another worker, and stops. */
  stop(): Promise<void>
}

/** Delivers what is due until it is stopped. If the database is away, it waits. */
export function startDelivering(app: App): Deliverer {
  const stopping = new AbortController()
  const { signal } = stopping
  const inFlight = createInFlight(app, signal)
  const run = async () => {
    while (!signal.aborted) {
      try {
        if (!(await inFlight.start())) await inFlight.idle(POLL_MS)
      } catch (error) {
        if (signal.aborted) return
        app.log.warn({ err: error }, 'webhooks wait for the database')
        await inFlight.idle(PAUSE_MS)
      }
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort(new Error('the worker stops'))
      await running
      await inFlight.allEnded()
    },
  }
}

/**
 * Delivers what is due, and returns when nothing is left that could be delivered now, or when the signal is aborted.
 * @throws an error of the database
 */
export async function deliverDue(app: App, signal = new AbortController().signal): Promise<void> {
  const inFlight = createInFlight(app, signal)
  while (await inFlight.start()) while ((await inFlight.start()) || (await inFlight.idle())) {}
  await inFlight.allEnded()
}

/** Claims, makes and records deliveries, many at a time. */
function createInFlight(app: App, signal: AbortSignal) {
  const deliveries = new Map<string, Delivery>()
  const aborted: Delivery[] = []
  let finished: Attempt[] = []
  let recording: Promise<void> | null = null
  const waiting = new Set<() => void>()
  /**
   * How many deliveries have ended, and how many had ended when the latest claim began: any difference means free slots that the claim did
   * not see.
   */
  let ended = 0
  let seen = 0

  const end = (those: Delivery[]) => {
    for (const { id } of those) deliveries.delete(id)
    ended += those.length
    for (const go of waiting) go()
  }

  /** Resolves when a delivery ends, or after `ms`. */
  async function nextEnd(ms?: number): Promise<void> {
    let go = () => {}
    const isOver = new Promise<void>((resolve) => {
      go = resolve
    })
    waiting.add(go)
    await (ms === undefined ? isOver : Promise.race([isOver, pause(ms, signal)]))
    waiting.delete(go)
  }

  /** Records what has finished meanwhile, in one transaction after another. */
  async function record(): Promise<void> {
    while (finished.length > 0) {
      await pause(GATHER_MS)
      const batch = finished
      finished = []
      try {
        await retryWhileAway(KEEP_MS, () => recordAttempts(app.db, batch))
      } catch (error) {
        // The claims expire, and the deliveries are made again.
        app.log.warn({ err: error }, 'results of webhooks were not recorded')
      }
      end(batch.map(({ delivery }) => delivery))
    }
    recording = null
  }

  async function deliver(delivery: Delivery): Promise<void> {
    try {
      const headers = headersOf(delivery, app.secrets)
      const response = await app.providers.webhooks.post(delivery.url, headers, delivery.body, signal)
      finished.push({ delivery, response })
    } catch (error) {
      if (signal.aborted) {
        aborted.push(delivery)
        return end([delivery])
      }
      app.log.error({ err: error }, 'a webhook could not be sent')
      const why = 'Coldframe could not send this event'
      finished.push({ delivery, response: { status: null, text: '', retryAfter: null, error: why } })
    }
    recording ??= record()
  }

  return {
    /** Starts deliveries that are due and for which there is room. @returns whether anything was due */
    async start(): Promise<boolean> {
      seen = ended
      if (signal.aborted || deliveries.size >= IN_FLIGHT.total) return false
      const claimed = await claimDeliveries(app.db, deliveries.values())
      for (const delivery of claimed ?? []) {
        deliveries.set(delivery.id, delivery)
        void deliver(delivery)
      }
      return claimed !== null
    },
    /**
     * Waits until a delivery has ended since the latest claim began, at most `ms`.
     * @returns whether there was one to wait for
     */
    async idle(ms?: number): Promise<boolean> {
      if (ended !== seen && !signal.aborted) return true
      const wasInFlight = deliveries.size > 0
      if (ms !== undefined || wasInFlight) await nextEnd(ms)
      return wasInFlight
    },
    /** Resolves when no delivery is being made. Gives back the claims of aborted ones; if that fails, they expire. */
    async allEnded(): Promise<void> {
      while (deliveries.size > 0) await nextEnd()
      await recording
      if (aborted.length === 0) return
      await releaseDeliveries(app.db, aborted.splice(0)).catch((error) =>
        app.log.warn({ err: error }, 'claims of webhooks were not given back'),
      )
    },
  }
}

/** Waits, at most until the signal is aborted. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
}
