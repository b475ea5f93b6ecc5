/** Turns that a mailbox catches up with at most. */
const MISSED_TURNS = 6

/**
 * Whose turn it is how often: mailboxes hand over one mail each in turn. One that had no mail ready for some turns, while the next
 * ones were read, has two in each of its turns until it is even with the others.
 */
export function createTurns() {
  const had = new Map<string, number>()
  let latest = 0
  const turnsOf = (mailboxId: string) => Math.max(had.get(mailboxId) ?? 0, latest - MISSED_TURNS)
  return {
    /** Mails that a mailbox may hand over now that its turn has come. */
    // The others have had theirs of this round or have not: one turn more means nothing.
    of: (mailboxId: string) => (turnsOf(mailboxId) < latest - 1 ? 2 : 1),
    /** It handed over so many. */
    took(mailboxId: string, mails: number) {
      const turns = turnsOf(mailboxId) + mails
      had.set(mailboxId, turns)
      latest = Math.max(latest, turns)
    },
    /** Nobody waits any more: the next ones begin even. */
    clear() {
      had.clear()
      latest = 0
    },
  }
}
