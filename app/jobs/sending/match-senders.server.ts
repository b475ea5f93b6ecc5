import type { JobContext } from '~/jobs/queue/context'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { matchNextDomains } from '~/models/enrollments/match.server'

/** Looks up who serves the domains of a sequence's contacts, in parts, and gives contacts without an email a mailbox of the same provider. */
export async function runMatchSenders(
  { sequenceId }: { sequenceId: string },
  { app: { db, providers, clock }, signal }: JobContext,
): Promise<void> {
  let after: string | null = ''
  while (after !== null) {
    after = await matchNextDomains(db, sequenceId, after, providers.domains, await clock.now())
    // Begins again from the first domain, as there may be new contacts; the answers so far are stored.
    if (signal.aborted) return enqueue(db, 'match-senders', { sequenceId })
  }
}
