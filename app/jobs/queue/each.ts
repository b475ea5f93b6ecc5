/** Runs `work` for each item, at most `limit` at a time. After a failure no new item starts; the first error is thrown. */
export async function forEachAtMost<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].reverse()
  const lane = async () => {
    try {
      for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  const lines = await Promise.allSettled(Array.from({ length: Math.min(limit, waiting.length) }, lane))
  for (const line of lines) if (line.status === 'rejected') throw line.reason
}
