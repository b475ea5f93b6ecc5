/** How long a batch waits to become larger, usually, in milliseconds. */
const LINGER_MS = 10

/** Lets loops wait until something has changed. */
export function createChanges() {
  let waiting: (() => void)[] = []
  const next = () => new Promise<void>((resolve) => waiting.push(resolve))
  return {
    next,
    /** Resolves when `enough` holds, or after so long. */
    async soon(enough: () => boolean, ms = LINGER_MS) {
      let late = false
      const timer = setTimeout(() => {
        late = true
        this.tell()
      }, ms)
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
