/**
 * The slots of a worker, by lane. A worker has as many slots as all lanes together, so a job waits only for jobs of its own
 * lane: fifty unresponsive mail servers delay no import and no password reset. `perUser` limits one user's share
 * (docs/decisions/0038).
 */
export const LANES = {
  /** Mailboxes that are sent from at once. */
  send: { slots: 24, perUser: 16 },
  sync: { slots: 6, perUser: 2 },
  leads: { slots: 3, perUser: 1 },
  import: { slots: 1 },
  export: { slots: 2, perUser: 1 },
  /** Bulk replanning, enrolling and removing. */
  bulk: { slots: 3, perUser: 2 },
  /** Our own emails: password resets, export links, reply digests. */
  notice: { slots: 2 },
  /** Calls of the AI service. */
  ai: { slots: 2, perUser: 1 },
} as const satisfies Record<string, { slots: number; perUser?: number }>
export type Lane = keyof typeof LANES

/** Slots that no lane may use: for the short jobs that keep the engine running. */
const RESERVED = 4

/** Jobs that a worker runs at the same time. */
export const CONCURRENCY = RESERVED + Object.values(LANES).reduce((sum, { slots }) => sum + slots, 0)

/** The flag of a lane's jobs in the queue. With `:` and a user's id appended, it is the flag of that user's share. */
export const flagOfLane = (lane: Lane): string => `lane:${lane}`

/** Tracks what a worker is running, and which jobs it must therefore leave in the queue. */
export interface Gate {
  /** The flags whose slots are all taken: jobs with one of them stay in the queue. */
  full(): string[]
  /** Takes a slot. @returns a function that frees it; null if none is free (two fetches can race for the last one) */
  enter(lane: Lane, flags: string[]): (() => void) | null
}

/** @param lanes other limits, for tests */
export function createGate(lanes: Record<Lane, { slots: number; perUser?: number }> = LANES): Gate {
  const taken = new Map<string, number>()
  const limitOf = (flag: string) => {
    const [, lane, user] = flag.split(':')
    const { slots, perUser } = lanes[lane as Lane]
    return user === undefined ? slots : (perUser ?? slots)
  }
  const isFull = (flag: string) => (taken.get(flag) ?? 0) >= limitOf(flag)
  const count = (flag: string, by: 1 | -1) => {
    const now = (taken.get(flag) ?? 0) + by
    if (now > 0) taken.set(flag, now)
    else taken.delete(flag)
  }
  return {
    full: () => [...taken.keys()].filter(isFull),
    enter(lane, flags) {
      const own = [flagOfLane(lane), ...flags.filter((flag) => flag.startsWith(`${flagOfLane(lane)}:`))]
      if (own.some(isFull)) return null
      for (const flag of own) count(flag, 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        for (const flag of own) count(flag, -1)
      }
    },
  }
}
