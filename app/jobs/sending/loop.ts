/**
 * Creates a loop that runs `turn` while there is work, then sleeps. It checks for work and falls asleep without awaiting in between,
 * so no work is missed.
 * @param failed receives what a turn threw; the loop then sleeps
 * @returns wakes the loop; call it after adding work
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
