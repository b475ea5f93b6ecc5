import { isDatabaseAway } from '../db.server'
import { loadSnapshots } from '../models/enrollment-snapshot.server'
import { prepareMails } from '../models/mail-content.server'
import { openMailbox } from '../models/mailbox-open.server'
import { expireMailbox } from '../models/mailbox-status.server'
import { type Claim, claimSends, nextSlotAt, releaseClaims } from '../models/outbox-claim.server'
import type { MailProvider } from '../providers/mail/types'
import type { JobContext } from './context'
import { TICK_MS } from './due-scan.server'
import { enqueueAfter } from './enqueue.server'
import { handOver, type Outgoing } from './send-flow.server'
import { syncIfOlder } from './sync-mailbox.server'

/** A follow-up needs an inbox read at most 60 s ago; one read longer ago than this is read again first. */
const FRESH_MS = 30_000

/** Hands over everything that is due of a shard's mailboxes, then arranges to be called at the next slot. */
export async function runSendStep({ shard }: { shard: number }, context: JobContext): Promise<void> {
  const { app, worker, signal } = context
  while (!signal.aborted) {
    const claims = await claimSends(app.db, shard, worker, await app.clock.now())
    if (claims.length === 0) break
    await sendClaims(claims, context)
  }
  const next = await nextSlotAt(app.db, shard)
  const now = await app.clock.now()
  const wait = next ? next.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  // A hint only: the slot itself is the row's. When mail time jumps, whoever moved it calls us.
  if (wait <= TICK_MS) await enqueueAfter(app.db, 'send-step', { shard }, Math.max(0, wait) / 1000)
}

async function sendClaims(claims: Claim[], context: JobContext): Promise<void> {
  const { app, worker } = context
  const followUps = [...new Set(claims.filter((claim) => claim.followUp).map((claim) => claim.mailboxId))]
  for (const mailboxId of followUps) await syncIfOlder(mailboxId, FRESH_MS, context)
  // Reading starts before the first mail leaves: an answer to it must not lie before the first cursor.
  const others = new Set(claims.map((claim) => claim.mailboxId).filter((id) => !followUps.includes(id)))
  for (const mailboxId of others) await syncIfOlder(mailboxId, Number.POSITIVE_INFINITY, context)
  const mailboxes = await openMailboxes([...new Set(claims.map((claim) => claim.mailboxId))], app)
  try {
    const left = await handOver(await makeReady(claims, mailboxes, app), mailboxes, context)
    await releaseClaims(
      app.db,
      left.map(({ content }) => content.envelope.sendId),
      worker,
    )
  } finally {
    for (const mailbox of mailboxes.values()) await mailbox.close()
  }
}

/** Reads what the engine will be asked about, then renders. Claims of mailboxes that are not open go back when they end. */
async function makeReady(
  claims: Claim[],
  mailboxes: Map<string, MailProvider>,
  app: JobContext['app'],
): Promise<Outgoing[]> {
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
  return contents
    .filter((content) => mailboxes.has(content.envelope.mailboxId))
    .map((content) => {
      const { enrollmentId, stepId, visit } = claimOf.get(content.envelope.sendId)!
      const one = enrollmentId ? loadedOf.get(enrollmentId) : undefined
      return { content, known: one && stepId ? { stepId, visit, loaded: one } : undefined }
    })
}

/** Opened before any mail starts. One that cannot be opened must be reconnected; its claims go back when they end. */
async function openMailboxes(ids: string[], app: JobContext['app']): Promise<Map<string, MailProvider>> {
  const open = new Map<string, MailProvider>()
  for (const id of ids) {
    try {
      open.set(id, await openMailbox(app.db, id, app))
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      await expireMailbox(app.db, id, error instanceof Error ? error.message : String(error))
    }
  }
  return open
}
