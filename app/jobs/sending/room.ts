/** A provider that answers faster than this, in milliseconds, would wait for our transactions. */
const FAST_MS = 30

/** A mailbox whose provider answered nothing for so long, in milliseconds, while mails of it were under way, is stuck. */
const STUCK_MS = 5_000

/** Whose a mail is. */
export interface Sender {
  mailboxId: string
  userId: string
}

/** How many mails are under way, and how many more may be. */
export interface Room {
  /** Mails under way in all mailboxes. */
  readonly taken: number
  /** How many more a mailbox takes; below 0 while what it has under way is more than it should. */
  in(mailboxId: string): number
  /** How many more a user has room for, over all mailboxes. */
  of(userId: string): number
  /** Mails begin to take room, or no longer do. */
  count(mails: Sender[], by: 1 | -1): void
  /** The mailboxes that are stuck: what is due of them need not be claimed. */
  stuck(): string[]
  /** A provider took so long, in milliseconds. */
  answered(mailboxId: string, ms: number): void
  /** A mailbox that is not in use any more. */
  forget(mailboxId: string): void
}

/**
 * The room of mailboxes: one mail on each connection; where the provider is fast, also one on its way there and one on its
 * way back. How fast it is is learned from its answers, the later ones counting more.
 * @param connectionsOf how many connections a mailbox has at most
 * @param perUser how many mails of one user are under way at most
 */
export function createRoom(
  connectionsOf: (mailboxId: string) => number,
  perUser = Number.POSITIVE_INFINITY,
): Room {
  const open = new Map<string, number>()
  const pace = new Map<string, number>()
  /** When a mailbox last began or answered. */
  const seen = new Map<string, number>()
  const openOfUser = new Map<string, number>()
  const usualMs = (mailboxId: string) => pace.get(mailboxId) ?? 2 * FAST_MS
  let taken = 0
  return {
    get taken() {
      return taken
    },
    in: (mailboxId) =>
      connectionsOf(mailboxId) * (usualMs(mailboxId) < FAST_MS ? 3 : 1) - (open.get(mailboxId) ?? 0),
    of: (userId) => perUser - (openOfUser.get(userId) ?? 0),
    count(mails, by) {
      for (const { mailboxId, userId } of mails) {
        const before = open.get(mailboxId) ?? 0
        if (before === 0) seen.set(mailboxId, performance.now())
        open.set(mailboxId, before + by)
        const ofUser = (openOfUser.get(userId) ?? 0) + by
        if (ofUser === 0) openOfUser.delete(userId)
        else openOfUser.set(userId, ofUser)
      }
      taken += by * mails.length
    },
    stuck() {
      const since = performance.now() - STUCK_MS
      return [...open].filter(([id, n]) => n > 0 && (seen.get(id) ?? since) < since).map(([id]) => id)
    },
    answered(mailboxId, ms) {
      seen.set(mailboxId, performance.now())
      const usual = usualMs(mailboxId)
      pace.set(mailboxId, usual + (ms - usual) / 8)
    },
    forget(mailboxId) {
      open.delete(mailboxId)
      pace.delete(mailboxId)
      seen.delete(mailboxId)
    },
  }
}
