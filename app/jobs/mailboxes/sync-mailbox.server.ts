import { isDatabaseAway } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { DeadlinePassed } from '~/jobs/queue/deadline'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { createPerWorker } from '~/jobs/queue/per-worker'
import { processInbound } from '~/models/inbound/inbound.server'
import { failSync, finishSync, saveCursor, startSync, syncCursorAge } from '~/models/inbound/sync.server'
import { listMailboxesToSync } from '~/models/mailboxes/mailbox.server'
import { openMailboxes } from '~/models/mailboxes/open.server'
import { noteOutage } from '~/models/mailboxes/outage.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import type { MailProvider } from '~/providers/mail/types'
import { deadline } from '~/providers/net/deadline'
import type { ProviderFailure } from '~/providers/net/failure'

/** How often a mailbox is synced if nothing requests it earlier. */
const SYNC_EVERY_SECONDS = 110
/** How long one run reads pages, in milliseconds. */
const TURN_MS = 60_000

/** Enqueues a sync of every mailbox that was not synced recently. */
export async function runSyncMailboxes({ app }: JobContext): Promise<void> {
  for (const mailboxId of await listMailboxesToSync(app.db, SYNC_EVERY_SECONDS)) {
    await enqueue(app.db, 'sync-mailbox', { mailboxId })
  }
}

/**
 * Reads everything new in a mailbox. The inbox counts as known up to the moment before the last page was requested. Messages are
 * stored before the cursor, so a crash reads a page again and loses nothing.
 */
export async function runSyncMailbox(
  { mailboxId }: { mailboxId: string },
  { app, signal }: JobContext,
): Promise<void> {
  const started = await startSync(app.db, mailboxId)
  if (!started) return
  const provider = await openOrExpire(mailboxId, app)
  if (!provider) return
  const endOfTurn = performance.now() + TURN_MS
  try {
    let { cursor } = started
    for (;;) {
      const readAt = await app.clock.now()
      const page = await provider.sync(cursor, signal)
      if (!page.ok) {
        // We aborted it ourselves: that says nothing about the server, unless the sync used up its whole deadline.
        if (signal.aborted && !(signal.reason instanceof DeadlinePassed)) return
        if (page.why === 'auth') await expireMailbox(app.db, mailboxId, page.detail, readAt)
        else await noteOutage(app.db, mailboxId, outageOf(page), readAt)
        return await failSync(app.db, mailboxId, page.detail)
      }
      for (const message of page.messages) {
        const inbound = await classifyInbound(message.raw, message.receivedAt, message.sent)
        const { providerId, threadId, receivedAt } = message
        const files = message.attachments
        const received = {
          mailboxId,
          providerId,
          receivedAt,
          inbound,
          files,
          ...(threadId ? { threadId } : {}),
        }
        const now = await app.clock.now()
        await processInbound(app.db, started.userId, received, now, app.secrets)
      }
      cursor = page.cursor
      await saveCursor(app.db, mailboxId, cursor, page.folders)
      if (!page.more) return await finishSync(app.db, mailboxId, readAt)
      // There is a lot to read: other mailboxes get a turn before the rest.
      if (performance.now() > endOfTurn) return await enqueue(app.db, 'sync-mailbox', { mailboxId })
    }
  } finally {
    await provider.close()
  }
}

const outageOf = ({ outage, detail }: ProviderFailure) => ({
  direction: 'read' as const,
  kind: outage ?? ('unreachable' as const),
  detail,
})

type OpenDeps = Pick<JobContext['app'], 'db' | 'providers' | 'secrets' | 'clock'>

/** Opens a mailbox. One that cannot be opened (its secrets are unreadable) is marked expired and must be reconnected. */
export const openOrExpire = async (mailboxId: string, app: OpenDeps): Promise<MailProvider | null> =>
  (await openAllOrExpire([mailboxId], app)).get(mailboxId) ?? null

/** Opens several mailboxes at once. @returns those that could be opened */
async function openAllOrExpire(ids: string[], app: OpenDeps): Promise<Map<string, MailProvider>> {
  const opened = new Map<string, MailProvider>()
  for (const [id, box] of await openMailboxes(app.db, ids, app)) {
    if (box instanceof Error) await expireMailbox(app.db, id, box.message, await app.clock.now())
    else opened.set(id, box)
  }
  return opened
}

/** The longest time that a send waits for its inbox, in milliseconds: emails of other mailboxes wait behind it. */
const WAIT_MS = 5_000
/** How long sends do not wait for a mailbox that could not be read in that time, in mail time; doubles with each failure … */
const PAUSE_MS = 60_000
/** … up to an hour. */
const MAX_PAUSE_MS = 3_600_000

/** Mailboxes that could not be read while a send waited: consecutive failures, and until when no send waits for them. */
const slow = createPerWorker(() => new Map<string, { failures: number; until: number }>())

/**
 * Syncs a mailbox unless it was synced within `ms` of mail time. If it cannot be read, only its own follow-ups are held; emails of
 * other mailboxes go on. Its own job keeps retrying.
 */
export async function syncIfOlder(
  mailboxId: string,
  ms: number,
  context: JobContext,
  waitMs = WAIT_MS,
): Promise<void> {
  const { app } = context
  const pauses = slow.of(context)
  const ageNow = async () => syncCursorAge(app.db, mailboxId, await app.clock.now())
  const isFresh = (age: number | null) => age !== null && age <= ms
  if (isFresh(await ageNow())) return void pauses.delete(mailboxId)
  const known = pauses.get(mailboxId)
  if (known && (await app.clock.now()).getTime() < known.until) return
  try {
    await runSyncMailbox({ mailboxId }, { ...context, signal: deadline(waitMs, context.signal) })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    app.log.error({ err: error, mailboxId }, 'a mailbox could not be read')
  }
  if (isFresh(await ageNow())) return void pauses.delete(mailboxId)
  const failures = (known?.failures ?? 0) + 1
  const pause = Math.min(PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)
  pauses.set(mailboxId, { failures, until: (await app.clock.now()).getTime() + pause })
}
