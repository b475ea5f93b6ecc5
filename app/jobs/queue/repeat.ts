import { setTimeout as wait } from 'node:timers/promises'

/**
 * Repeats `work` until stopped, `ms` milliseconds after it has ended.
 * @param failed receives what `work` threw; the next round tries again
 * @returns stops it, and resolves when the round in progress has ended
 */
export function repeatEvery(
  ms: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeating = (async () => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted) failed(error)
      })
      await wait(ms, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await repeating
  }
}
