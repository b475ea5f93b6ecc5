/** The most turns that a mailbox may catch up on. */
const MISSED_TURNS = 6

/**
 * Counts the turns of mailboxes; a mailbox sends one email per turn. One that missed turns, because its next sends were not claimed
 * yet, sends two per turn until it has caught up.
 */
export function createTurns() {
  const had = new Map<string, number>()
  let latest = 0
  const turnsOf = (mailboxId: string) => Math.max(had.get(mailboxId) ?? 0, latest - MISSED_TURNS)
  return {
    /** How many emails a mailbox may send in its turn. Being one turn behind is normal while the round is not over. */
    of: (mailboxId: string) => (turnsOf(mailboxId) < latest - 1 ? 2 : 1),
    /** Counts the emails that a mailbox sent in its turn. */
    took(mailboxId: string, sends: number) {
      const turns = turnsOf(mailboxId) + sends
      had.set(mailboxId, turns)
      latest = Math.max(latest, turns)
    },
    /** Resets all mailboxes to zero. */
    clear() {
      had.clear()
      latest = 0
    },
  }
}
