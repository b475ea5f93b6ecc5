/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The seed of a run: SEED, else a new one, which is printed so that the run can be repeated. */
export function runSeed(name: string): number {
  const seed = process.env.SEED ? Number(process.env.SEED) : Math.floor(Math.random() * 2 ** 31)
  process.stdout.write(`${name}: SEED=${seed}\n`)
  return seed
}

/** Full sizes under `npm run test:faults`, otherwise small ones that keep the suite fast. */
export const sized = <T>(small: T, full: T): T => (process.env.FAULTS === 'full' ? full : small)
