/** How long a batch waits to become larger, in milliseconds. */
const LINGER_MS = 10

/** Lets loops wait until something has changed. */
export function createChanges() {
  let waiting: (() => void)[] = []
  const next = () => new Promise<void>((resolve) => waiting.push(resolve))
  return {
    next,
    /** Resolves when `enough` holds, or after a short while. */
    async soon(enough: () => boolean) {
      let late = false
      const timer = setTimeout(() => {
        late = true
        this.tell()
      }, LINGER_MS)
      while (!late && !enough()) await next()
      clearTimeout(timer)
    },
    tell() {
      const told = waiting
      waiting = []
      for (const go of told) go()
    },
  }
}
