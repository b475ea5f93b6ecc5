import type { App } from '~/app'
import { catalog, type JobDefinition, type JobName } from './catalog'
import type { JobContext } from './context'
import { DeadlinePassed } from './deadline'
import { enqueue } from './enqueue.server'
import type { Gate } from './lanes'

/** How long a handler may go on after its signal was aborted before its slot is freed, in milliseconds. */
const GRACE_MS = 10_000

type Handler = (payload: unknown, context: JobContext) => Promise<void>

export interface Run {
  name: JobName
  payload: unknown
  /** The job's flags in the queue. */
  flags: string[]
  handler: Handler
  app: App
  worker: () => Promise<string>
  /** Aborted when the worker must stop soon. */
  stopping: AbortSignal
  gate: Gate
  /** Overrides for tests, in milliseconds. */
  limits?: { deadline?: number; grace?: number }
}

/**
 * Runs a job in its lane and within its deadline. If the lane is full, the job goes back into the queue, where the worker's next
 * fetch skips it (see Gate). At the deadline the handler's signal is aborted; a handler that does not end soon after loses its
 * slot, and whatever it still does is as harmless as the work of a worker that was cut off.
 * @throws DeadlinePassed
 */
export async function runJob(run: Run): Promise<void> {
  const { name, app, stopping, gate, handler } = run
  const definition: JobDefinition = catalog[name]
  const payload = definition.payload.parse(run.payload ?? {})
  const leave = definition.lane ? gate.enter(definition.lane, run.flags) : () => {}
  if (!leave) return enqueue(app.db, name, payload as never)
  try {
    const deadlineMs = run.limits?.deadline ?? definition.deadlineMs
    const context = { app, worker: await run.worker() }
    if (deadlineMs === null) await handler(payload, { ...context, signal: stopping })
    else {
      const { signal, passed, end } = deadline(name, deadlineMs, run.limits?.grace ?? GRACE_MS, stopping)
      try {
        const work = handler(payload, { ...context, signal })
        // It may reject after the race is over, which must not count as unhandled.
        work.catch(() => {})
        await Promise.race([work, passed])
      } finally {
        end()
      }
    }
  } finally {
    leave()
  }
}

/** @returns a signal that is also aborted at the deadline, and a promise that rejects when the grace period is over */
function deadline(name: JobName, ms: number, graceMs: number, stopping: AbortSignal) {
  const late = new AbortController()
  const error = new DeadlinePassed(`${name} took longer than ${Math.round(ms / 1000)} s`)
  let timer: NodeJS.Timeout
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late.abort(error)
      timer = setTimeout(() => reject(error), graceMs)
    }, ms)
  })
  passed.catch(() => {})
  return { signal: AbortSignal.any([stopping, late.signal]), passed, end: () => clearTimeout(timer) }
}
