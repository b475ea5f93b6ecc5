/** The default wait of `soon`, in milliseconds. */
const LINGER_MS = 10

/** Lets loops wait until something changes. */
export function createChanges() {
  let waiting: (() => void)[] = []
  const next = () => new Promise<void>((resolve) => waiting.push(resolve))
  const tell = () => {
    const resolvers = waiting
    waiting = []
    for (const resolve of resolvers) resolve()
  }
  return {
    /** Resolves at the next change. */
    next,
    /** Resolves when `isEnough` holds, checked after each change, or after `ms` milliseconds. */
    async soon(isEnough: () => boolean, ms = LINGER_MS) {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        tell()
      }, ms)
      while (!isLate && !isEnough()) await next()
      clearTimeout(timer)
    },
    /** Announces a change. */
    tell,
  }
}
