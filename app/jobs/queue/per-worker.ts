import type { App } from '~/app.server'
import type { JobContext } from './context'

/** What each worker of a process has of its own, made when it is first asked for. */
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
    /** The next one that is asked for is new. */
    forget({ app, worker }: JobContext) {
      all.get(app)?.delete(worker)
    },
  }
}
