import type { App } from '~/app'
import type { JobContext } from './context'

/** Keeps one object per worker of a process, created on first use. */
export function createPerWorker<T>(create: (context: JobContext) => T) {
  const all = new WeakMap<App, Map<string, T>>()
  return {
    of(context: JobContext): T {
      const ofApp = all.get(context.app) ?? new Map<string, T>()
      all.set(context.app, ofApp)
      const known = ofApp.get(context.worker) ?? create(context)
      ofApp.set(context.worker, known)
      return known
    },
    /** Discards the worker's object; the next `of` creates a new one. */
    forget({ app, worker }: JobContext) {
      all.get(app)?.delete(worker)
    },
  }
}
