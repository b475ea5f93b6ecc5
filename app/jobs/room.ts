/** A provider that answers faster than this, in milliseconds, would wait for our transactions. */
const FAST_MS = 30

/** How many mails are under way, and how many more may be. */
export interface Room {
  /** Mails under way in all mailboxes. */
  readonly taken: number
  /** How many more a mailbox takes; below 0 while what it has under way is more than it should. */
  in(mailboxId: string): number
  /** Mails begin to take room, or no longer do. */
  count(mails: { mailboxId: string }[], by: 1 | -1): void
  /** A provider took so long, in milliseconds. */
  answered(mailboxId: string, ms: number): void
  /** A mailbox that is not in use any more. */
  forget(mailboxId: string): void
}

/**
 * The room of mailboxes: one mail on each connection; where the provider is fast, also one on its way there and one on its
 * way back. How fast it is is learned from its answers, the later ones counting more.
 * @param connectionsOf how many connections a mailbox has at most
 */
export function createRoom(connectionsOf: (mailboxId: string) => number): Room {
  const open = new Map<string, number>()
  const pace = new Map<string, number>()
  const usualMs = (mailboxId: string) => pace.get(mailboxId) ?? 2 * FAST_MS
  let taken = 0
  return {
    get taken() {
      return taken
    },
    in: (mailboxId) =>
      connectionsOf(mailboxId) * (usualMs(mailboxId) < FAST_MS ? 3 : 1) - (open.get(mailboxId) ?? 0),
    count(mails, by) {
      for (const { mailboxId } of mails) open.set(mailboxId, (open.get(mailboxId) ?? 0) + by)
      taken += by * mails.length
    },
    answered(mailboxId, ms) {
      const usual = usualMs(mailboxId)
      pace.set(mailboxId, usual + (ms - usual) / 8)
    },
    forget(mailboxId) {
      open.delete(mailboxId)
      pace.delete(mailboxId)
    },
  }
}
