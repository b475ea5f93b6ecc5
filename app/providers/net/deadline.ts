/**
 * A signal that aborts with a TimeoutError after `ms`, and with another signal where one is given. Use it instead of
 * `AbortSignal.timeout`: Node collects such a signal when nothing but `AbortSignal.any` refers to it, and then it never fires
 * (nodejs/node#57736). Here the timer holds it.
 */
export function deadline(ms: number, signal?: AbortSignal): AbortSignal {
  const late = new AbortController()
  setTimeout(() => late.abort(new DOMException(`Took longer than ${ms} ms`, 'TimeoutError')), ms).unref()
  return signal ? AbortSignal.any([signal, late.signal]) : late.signal
}
