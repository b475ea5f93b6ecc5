/**
 * A signal that aborts with a TimeoutError after `ms`, or together with `signal`. Use it instead of `AbortSignal.timeout`: Node
 * garbage-collects such a signal if only `AbortSignal.any` refers to it, and then it never fires (nodejs/node#57736). Here the timer
 * keeps it alive.
 */
export function deadline(ms: number, signal?: AbortSignal): AbortSignal {
  const late = new AbortController()
  setTimeout(() => late.abort(new DOMException(`Took longer than ${ms} ms`, 'TimeoutError')), ms).unref()
  return signal ? AbortSignal.any([signal, late.signal]) : late.signal
}

/** The result of some work, or a failure once the signal aborts: looking up a name cannot be aborted itself. */
export function endedBy<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return new Promise((resolve, reject) => {
    const over = () => reject(signal.reason)
    if (signal.aborted) return over()
    signal.addEventListener('abort', over, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', over))
  })
}
