import type { JobContext } from '~/jobs/queue/context'
import { forEachAtMost } from '~/jobs/queue/each'
import { syncIfOlder } from '~/jobs/tasks/sync-mailbox.server'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import type { Claim } from '~/models/outbox/claim.server'
import { type Content, prepareMails } from '~/models/outbox/mail-content.server'
import type { Known } from '~/models/outbox/start.server'
import type { OpenMailboxes } from './open-mailboxes.server'

/** A follow-up needs an inbox read at most 60 s ago; one read longer ago than this is read again first. */
const FRESH_MS = 30_000

/** A claimed mail on its way. */
export interface Outgoing {
  mailboxId: string
  userId: string
  content: Content
  known: Known | undefined
  /** The counts of the shard it was claimed for: of mails not settled, and of those that wait for their start. */
  shard: { left: number; waiting: number }
}

/**
 * Reads what the engine will be asked about, then renders. Mailboxes are opened, one use for each mail; claims of those
 * that cannot be opened go back when they end.
 */
export async function makeReady(
  claims: Claim[],
  mailboxes: OpenMailboxes,
  context: JobContext,
  shard: Outgoing['shard'],
): Promise<Outgoing[]> {
  const { app } = context
  await syncFirst(claims, context)
  const loaded = await loadSnapshots(
    app.db,
    claims.flatMap((claim) => claim.enrollmentId ?? []),
    await app.clock.now(),
  )
  const loadedOf = new Map(loaded.map((one) => [one.snapshot.enrollment.id, one]))
  const claimOf = new Map(claims.map((claim) => [claim.id, claim]))
  const contents = await prepareMails(
    app.db,
    claims.map((claim) => claim.id),
    app.env,
  )
  const closed = await mailboxes.acquire(contents.map(({ envelope }) => envelope.mailboxId))
  const mails: Outgoing[] = []
  for (const content of contents) {
    const { sendId, mailboxId } = content.envelope
    if (closed.has(mailboxId)) continue
    const { userId, enrollmentId, stepId, visit } = claimOf.get(sendId)!
    const one = enrollmentId ? loadedOf.get(enrollmentId) : undefined
    mails.push({
      mailboxId,
      userId,
      content,
      shard,
      known: one && stepId ? { stepId, visit, loaded: one } : undefined,
    })
  }
  return mails
}

/** Mailboxes read at the same time: a slow server holds up a few others, not all of the shard. */
const SYNCS_AT_ONCE = 5

async function syncFirst(claims: Claim[], context: JobContext): Promise<void> {
  const followUps = new Set(claims.filter((claim) => claim.followUp).map((claim) => claim.mailboxId))
  await forEachAtMost(SYNCS_AT_ONCE, followUps, (id) => syncIfOlder(id, FRESH_MS, context))
  // Reading starts before the first mail leaves: an answer to it must not lie before the first cursor.
  const others = new Set(claims.map((claim) => claim.mailboxId).filter((id) => !followUps.has(id)))
  await forEachAtMost(SYNCS_AT_ONCE, others, (id) => syncIfOlder(id, Number.POSITIVE_INFINITY, context))
}
