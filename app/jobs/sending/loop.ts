/**
 * A loop that runs while there is work and ends when there is none.
 * @param hasWork is asked before each turn
 * @param failed is told what a turn threw; the loop has ended then
 * @returns wakes it: whoever makes work calls this afterwards. Nothing happens between the last look for work and the
 * loop's end, so that work is never left to a loop that is just ending.
 */
export function createLoop(
  hasWork: () => boolean,
  turn: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  let running = false
  const run = async () => {
    try {
      while (hasWork()) await turn()
    } catch (error) {
      failed(error)
    } finally {
      running = false
    }
  }
  return () => {
    if (running) return
    running = true
    void run()
  }
}
