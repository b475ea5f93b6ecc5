/** Work on many rows that are found by their ids. */
export interface BatchWork {
  /** The next ids: those after `last`, where they come in an order; otherwise what is done must not be found again. */
  list(last: string | null): Promise<string[]>
  /** Does some of them, in a transaction of its own. */
  work(ids: string[]): Promise<void>
}

/** Does all of it, at most `size` ids at a time. @returns false when it was told to stop before the end */
export async function inBatches(
  { list, work }: BatchWork,
  size: number,
  signal: AbortSignal,
): Promise<boolean> {
  let last: string | null = null
  for (;;) {
    const ids: string[] = await list(last)
    if (ids.length === 0) return true
    for (let from = 0; from < ids.length; from += size) {
      if (signal.aborted) return false
      await work(ids.slice(from, from + size))
    }
    last = ids.at(-1)!
  }
}
