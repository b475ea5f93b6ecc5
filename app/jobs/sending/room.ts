/** A provider that answers faster than this, in milliseconds, would wait for our transactions. */
const FAST_MS = 30
/** Sends in flight for each connection of a fast provider. It also bounds how many outcomes a crash leaves unknown. */
const PER_CONNECTION = 3
/** A mailbox is stuck if its provider has not answered for this long, in milliseconds, while sends were in flight. */
const STUCK_MS = 5_000

/** What occupies room. */
interface RoomUse {
  mailboxId: string
  userId: string
  hasRoom: boolean
}

/** Limits the sends in flight: how many have started and may still end with an unknown outcome, and how many more may start. */
export interface Room {
  /** Sends that occupy room, over all mailboxes. */
  readonly taken: number
  /** How many more sends a mailbox may start; below 0 if it has more in flight than it should. */
  in(mailboxId: string): number
  /** How many more sends a user may start, over all mailboxes. */
  of(userId: string): number
  take(send: RoomUse): void
  free(send: RoomUse): void
  /** The stuck mailboxes: claiming more of their sends is pointless. */
  stuck(): string[]
  /** Records how long a provider took to answer, in milliseconds. */
  answered(mailboxId: string, ms: number): void
  /** Forgets a mailbox that was closed. */
  forget(mailboxId: string): void
}

/**
 * Allows a mailbox one send per connection, or three where the provider is fast, so that it never waits for our transactions. A
 * provider's speed is a moving average of its response times.
 * @param connectionsOf the maximum connections of a mailbox
 * @param perUser the maximum sends of one user
 */
export function createRoom(
  connectionsOf: (mailboxId: string) => number,
  perUser = Number.POSITIVE_INFINITY,
): Room {
  const open = new Map<string, number>()
  const openOfUser = new Map<string, number>()
  const usualMs = new Map<string, number>()
  /** When a mailbox last answered, or started after a pause. */
  const seen = new Map<string, number>()
  const paceOf = (mailboxId: string) => usualMs.get(mailboxId) ?? 2 * FAST_MS
  let taken = 0
  const count = ({ mailboxId, userId }: RoomUse, by: 1 | -1) => {
    open.set(mailboxId, (open.get(mailboxId) ?? 0) + by)
    const ofUser = (openOfUser.get(userId) ?? 0) + by
    if (ofUser === 0) openOfUser.delete(userId)
    else openOfUser.set(userId, ofUser)
    taken += by
  }
  return {
    get taken() {
      return taken
    },
    in: (mailboxId) =>
      connectionsOf(mailboxId) * (paceOf(mailboxId) < FAST_MS ? PER_CONNECTION : 1) -
      (open.get(mailboxId) ?? 0),
    of: (userId) => perUser - (openOfUser.get(userId) ?? 0),
    take(send) {
      if (!open.get(send.mailboxId)) seen.set(send.mailboxId, performance.now())
      send.hasRoom = true
      count(send, 1)
    },
    free(send) {
      send.hasRoom = false
      count(send, -1)
    },
    stuck() {
      const since = performance.now() - STUCK_MS
      return [...open].filter(([id, n]) => n > 0 && (seen.get(id) ?? since) < since).map(([id]) => id)
    },
    answered(mailboxId, ms) {
      seen.set(mailboxId, performance.now())
      const pace = paceOf(mailboxId)
      usualMs.set(mailboxId, pace + (ms - pace) / 8)
    },
    forget(mailboxId) {
      open.delete(mailboxId)
      usualMs.delete(mailboxId)
      seen.delete(mailboxId)
    },
  }
}
