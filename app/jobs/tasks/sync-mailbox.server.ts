import { isDatabaseAway } from '~/db.server'
import type { JobContext } from '~/jobs/queue/context'
import { DeadlinePassed } from '~/jobs/queue/deadline'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { createPerWorker } from '~/jobs/queue/per-worker'
import { takeInbound } from '~/models/inbound/inbound.server'
import { failSync, finishSync, saveCursor, startSync, syncCursorAge } from '~/models/inbound/sync.server'
import { listMailboxesToSync } from '~/models/mailboxes/mailbox.server'
import { openMailboxes } from '~/models/mailboxes/open.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import type { MailProvider } from '~/providers/mail/types'
import { deadline } from '~/providers/net/deadline'

/** How often a mailbox is read when nobody waits for it. */
const SYNC_EVERY_SECONDS = 110
/** How long one run reads pages, in milliseconds. */
const TURN_MS = 60_000

/** Has every mailbox read that was not read lately. */
export async function runSyncMailboxes({ app }: JobContext): Promise<void> {
  for (const mailboxId of await listMailboxesToSync(app.db, SYNC_EVERY_SECONDS)) {
    await enqueue(app.db, 'sync-mailbox', { mailboxId })
  }
}

/**
 * Reads all that is new in a mailbox. The moment taken before the last page is asked for is the one up to which the
 * inbox is known; pages are taken in before their cursor is stored, so a crash reads again and loses nothing.
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
        // We stopped it ourselves: that says nothing about the server, unless it took all the time that there is.
        if (signal.aborted && !(signal.reason instanceof DeadlinePassed)) return
        if (page.why === 'auth') await expireMailbox(app.db, mailboxId, page.detail)
        return await failSync(app.db, mailboxId, page.detail)
      }
      for (const message of page.messages) {
        const inbound = await classifyInbound(message.raw, message.receivedAt)
        const { providerId, threadId, receivedAt } = message
        const received = { mailboxId, providerId, receivedAt, inbound, ...(threadId ? { threadId } : {}) }
        const now = await app.clock.now()
        await takeInbound(app.db, started.userId, received, now, app.secrets)
      }
      cursor = page.cursor
      await saveCursor(app.db, mailboxId, cursor)
      if (!page.more) return await finishSync(app.db, mailboxId, readAt)
      // Much has come in: other mailboxes have their turn before the rest.
      if (performance.now() > endOfTurn) return await enqueue(app.db, 'sync-mailbox', { mailboxId })
    }
  } finally {
    await provider.close()
  }
}

type OpenDeps = Pick<JobContext['app'], 'db' | 'providers' | 'secrets'>

/** Opens a mailbox; one that cannot be opened (its secrets are unreadable) has to be connected anew. */
export const openOrExpire = async (mailboxId: string, app: OpenDeps): Promise<MailProvider | null> =>
  (await openAllOrExpire([mailboxId], app)).get(mailboxId) ?? null

/** The same for several at once. @returns those that could be opened */
export async function openAllOrExpire(ids: string[], app: OpenDeps): Promise<Map<string, MailProvider>> {
  const opened = new Map<string, MailProvider>()
  for (const [id, box] of await openMailboxes(app.db, ids, app)) {
    if (box instanceof Error) await expireMailbox(app.db, id, box.message)
    else opened.set(id, box)
  }
  return opened
}

/** A send waits for its inbox at most so long, in milliseconds: emails of other mailboxes wait behind it. */
const WAIT_MS = 5_000
/** A mailbox that could not be read in that time is not waited for again for so long, in mail time; twice as long each time … */
const PAUSE_MS = 60_000
/** … up to an hour. */
const MAX_PAUSE_MS = 3_600_000

/** Mailboxes that could not be read when a send waited for them: how often in a row, and until when none waits. */
const slow = createPerWorker(() => new Map<string, { failures: number; until: number }>())

/**
 * Reads a mailbox now unless it was read within `ms` of mail time. A mailbox that cannot be read stays as old as it is:
 * that holds its own follow-ups, not the emails of others. Its own job keeps retrying.
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
