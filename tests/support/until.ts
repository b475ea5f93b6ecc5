import { vi } from 'vitest'

/** Tries `check` until it passes, for what others do meanwhile; the limit only ends what hangs. */
export const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 300_000, interval: 10 })
