import type { App } from '~/app'

/** What a handler receives besides its payload. */
export interface JobContext {
  app: App
  /** The worker's name on the rows that it claims; its advisory lock in PostgreSQL shows that it is alive. */
  worker: string
  /** Aborted when the worker must stop soon. */
  signal: AbortSignal
}
