import { setTimeout as wait } from 'node:timers/promises'
import { retryWhileAway } from '~/db.server'
import { openOrExpire, syncIfOlder } from '~/jobs/mailboxes/sync-mailbox.server'
import type { JobContext } from '~/jobs/queue/context'
import { CLAIM_BATCH, claimSends, releaseSendClaims } from '~/models/outbox/claim.server'
import { type Content, prepareSends } from '~/models/outbox/mail-content.server'
import { readFiles } from '~/models/outbox/manual.server'
import { keepPrepared, type Outcome, recordOutcomes } from '~/models/outbox/record.server'
import { startSends } from '~/models/outbox/start.server'
import type { MailProvider } from '~/providers/mail/types'
import { deadline } from '~/providers/net/deadline'
import { handOver } from './hand-over.server'

/** A follow-up may start only if its mailbox was synced within the last 60 s; a mailbox synced longer ago than this is synced again. */
const FRESH_MS = 30_000
/** How long a mailbox is sent from in one run, in milliseconds, while others may wait for the slot. */
const SHARE_MS = 10_000
/** Longer than the time limits of the providers themselves. */
const SEND_LIMIT_MS = 180_000
/** How long outcomes and claims are kept while the database is down: most results cannot be requested twice. */
export const KEEP_MS = 60_000
/** How long a result waits for others, in milliseconds: a transaction costs about the same for one as for all. */
const LINGER_MS = 10
/** How often a mailbox with free connections looks for emails that have come due, in milliseconds: a server that hangs delays no other email. */
const LOOK_MS = 1000

type Sender = Pick<MailProvider, 'atOnce' | 'send' | 'close'>

/**
 * Sends what is due in a mailbox, until nothing is due or its share of time is over. At most as many emails as the provider takes at once
 * are in flight or wait to be recorded: if this process dies, these are the emails of unknown outcome. No email starts after a failure;
 * what has started is awaited and recorded, and claims are released.
 */
export async function sendDue(mailboxId: string, context: JobContext): Promise<void> {
  const { app, worker } = context
  const claimed = await claimDue(mailboxId, context)
  if (claimed.length === 0) return
  const provider = (await openOrExpire(mailboxId, app)) ?? UNOPENED
  try {
    await sendThrough(provider, claimed, mailboxId, context)
  } finally {
    await retryWhileAway(KEEP_MS, () => releaseSendClaims(app.db, mailboxId, worker))
    await provider.close()
  }
}

/** In place of a mailbox that cannot be opened: the engine finds it expired and holds its emails, and no other one leaves. */
const UNOPENED: Sender = {
  atOnce: CLAIM_BATCH,
  send: async () => ({ ok: false, why: 'auth', detail: 'The mailbox must be reconnected.' }),
  close: async () => {},
}

/** Claims and renders due sends. Follow-ups need a fresh inbox, and the first sync sets the cursor before the first email can be answered. */
async function claimDue(mailboxId: string, context: JobContext): Promise<Content[]> {
  const { app, worker } = context
  const claims = await claimSends(app.db, mailboxId, worker, await app.clock.now())
  if (claims.length === 0) return []
  const hasFollowUps = claims.some(({ followUp }) => followUp)
  await syncIfOlder(mailboxId, hasFollowUps ? FRESH_MS : Number.POSITIVE_INFINITY, context)
  return prepareSends(
    app.db,
    claims.map(({ id }) => id),
    app.env,
  )
}

async function sendThrough(
  provider: Sender,
  claimed: Content[],
  mailboxId: string,
  context: JobContext,
): Promise<void> {
  const { app, worker, signal } = context
  // From here on, so that a run gets on even where claiming took long.
  const share = deadline(SHARE_MS, signal)
  let waiting = claimed
  const inFlight = new Set<Promise<void>>()
  /** Results that only this process knows. They count like emails in flight, however slowly they are recorded. */
  const unrecorded = new Set<Outcome>()

  const startSome = async () => {
    const free = provider.atOnce - inFlight.size - unrecorded.size
    if (share.aborted || free <= 0) return
    if (waiting.length === 0) waiting = await claimDue(mailboxId, context)
    const batch = waiting.splice(0, free)
    if (batch.length === 0) return
    const now = await app.clock.now()
    const prepared = batch.map((content) => content.prepared)
    const started = await startSends(app.db, prepared, worker, now)
    const limit = deadline(SEND_LIMIT_MS)
    for (const content of batch) {
      if (!started.has(content.envelope.sendId)) continue
      const sending = handOver(
        provider,
        content,
        now,
        limit,
        (id) => readFiles(app.db, id),
        (attempt, providerId) => keepPrepared(app.db, attempt, providerId),
      )
        .then((outcome) => void unrecorded.add(outcome))
        .finally(() => inFlight.delete(sending))
      inFlight.add(sending)
    }
  }
  const record = async () => {
    const batch = [...unrecorded]
    if (batch.length === 0) return
    const { held, ended } = await retryWhileAway(KEEP_MS, async () =>
      recordOutcomes(app.db, batch, await app.clock.now(), app.secrets),
    )
    for (const { isNew, ...hold } of held)
      if (isNew) app.log.warn(hold, 'the server of a mailbox takes no more emails for now')
    for (const mailbox of ended) app.log.info(mailbox, 'the server of a mailbox takes emails again')
    for (const outcome of batch) unrecorded.delete(outcome)
  }

  try {
    do {
      await record()
      await startSome()
      if (inFlight.size > 0) {
        if (unrecorded.size === 0) await Promise.race([...inFlight, wait(LOOK_MS)])
        await Promise.race([Promise.all(inFlight), wait(LINGER_MS)])
      }
    } while (inFlight.size > 0 || unrecorded.size > 0 || (waiting.length > 0 && !share.aborted))
  } finally {
    await Promise.all(inFlight)
    await record()
  }
}
