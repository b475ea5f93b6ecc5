import type { JobContext } from '~/jobs/queue/context'
import { forEachAtMost } from '~/jobs/queue/each'
import { syncIfOlder } from '~/jobs/tasks/sync-mailbox.server'
import type { Claim } from '~/models/outbox/claim.server'
import { type Content, prepareSends } from '~/models/outbox/mail-content.server'
import { postponeManual } from '~/models/outbox/manual.server'
import type { OpenMailboxes } from './open-mailboxes.server'
import type { SendState } from './sender.server'

/** A follow-up may start only if its mailbox was synced within the last 60 s; a mailbox synced longer ago than this is synced again. */
const FRESH_MS = 30_000
/** Mailboxes synced at the same time: a slow server delays a few others, not the whole shard. */
const SYNCS_AT_ONCE = 5

/** How many sends of a shard are unfinished, and how many of these have not started. */
export interface ShardCounts {
  unfinished: number
  waiting: number
}

/** A claimed send inside the sender. */
export interface OutgoingSend {
  state: SendState
  /** Whether it occupies room in its mailbox. */
  hasRoom: boolean
  mailboxId: string
  userId: string
  content: Content
  /** The counts of the shard that it was claimed for. */
  shard: ShardCounts
}

/**
 * Syncs the mailboxes that must be fresh, renders the claimed sends, and opens their mailboxes, one use for each send. Sends whose
 * mailbox cannot be opened are left out: their claims are released when the shard is done, or expire with their leases.
 */
export async function prepareClaims(
  claims: Claim[],
  mailboxes: OpenMailboxes,
  context: JobContext,
  shard: ShardCounts,
): Promise<OutgoingSend[]> {
  const { app } = context
  await syncMailboxes(claims, context)
  const userOf = new Map(claims.map((claim) => [claim.id, claim.userId]))
  const contents = await prepareSends(app.db, [...userOf.keys()], app.env)
  const closed = await mailboxes.acquire(contents.map(({ envelope }) => envelope.mailboxId))
  await postponeManual(app.db, [...closed], await app.clock.now())
  const sends = contents
    .filter(({ envelope }) => !closed.has(envelope.mailboxId))
    .map((content): OutgoingSend => {
      const { sendId, mailboxId } = content.envelope
      return { state: 'waiting', hasRoom: false, mailboxId, userId: userOf.get(sendId)!, content, shard }
    })
  shard.unfinished += sends.length
  shard.waiting += sends.length
  return sends
}

/** Syncs mailboxes that are about to send a follow-up, unless they are fresh, and mailboxes that were never synced. */
async function syncMailboxes(claims: Claim[], context: JobContext): Promise<void> {
  const followUps = new Set(claims.filter((claim) => claim.followUp).map((claim) => claim.mailboxId))
  await forEachAtMost(SYNCS_AT_ONCE, followUps, (id) => syncIfOlder(id, FRESH_MS, context))
  // The first sync sets the cursor. It must precede the first email, so that no reply arrives before the cursor.
  const others = new Set(claims.map((claim) => claim.mailboxId).filter((id) => !followUps.has(id)))
  await forEachAtMost(SYNCS_AT_ONCE, others, (id) => syncIfOlder(id, Number.POSITIVE_INFINITY, context))
}
