/**
 * Mail time: due dates, windows, quotas, workflows. Product code reads it only from an injected Clock.
 * It is asynchronous because the sandbox's clock lives in PostgreSQL, where every process sees it.
 * Leases, sessions, tokens and rate limits use PostgreSQL's own clock instead.
 */
export interface Clock {
  now(): Promise<Date>
}

/** The machine's clock: mail time while the sandbox is off. */
export const systemClock: Clock = {
  now: async () => new Date(Date.now()),
}

/** A clock that stands still until a test moves it. */
export function fixedClock(
  start: Date | string,
): Clock & { set(at: Date | string): void; advance(ms: number): void } {
  let at = new Date(start)
  return {
    now: async () => new Date(at),
    set: (to) => {
      at = new Date(to)
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}
