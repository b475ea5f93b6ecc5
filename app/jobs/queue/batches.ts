/** Work on many rows that are listed by id. */
export interface BatchWork {
  /** The next ids: those after `last` if the list is ordered; otherwise the list must leave out rows that are done. */
  list(last: string | null): Promise<string[]>
  /** Handles these rows in one transaction. */
  work(ids: string[]): Promise<void>
}

/** Handles all rows, at most `size` at a time. @returns false if it was aborted before the end */
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
