import type { App } from '~/app.server'

/** What a handler is given besides its payload. */
export interface JobContext {
  app: App
  /** Names this worker on the rows that it claims; its lock in PostgreSQL shows that it lives. */
  worker: string
  /** Aborted when the worker must stop soon. */
  signal: AbortSignal
}
