import { retryConflicts } from '../db.server'
import { takeInbound } from '../models/inbound.server'
import { listMailboxesToSync } from '../models/mailbox.server'
import { openMailbox } from '../models/mailbox-open.server'
import { expireMailbox } from '../models/mailbox-status.server'
import { failSync, finishSync, saveCursor, startSync, syncCursorAge } from '../models/sync.server'
import { classifyInbound } from '../providers/mail/inbound'
import type { JobContext } from './context'
import { enqueue } from './enqueue.server'

/** How often a mailbox is read when nobody waits for it. */
const SYNC_EVERY_SECONDS = 110

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
  const provider = await openMailbox(app.db, mailboxId, app)
  try {
    let { cursor } = started
    for (;;) {
      const readAt = await app.clock.now()
      const page = await provider.sync(cursor, signal)
      if (!page.ok) {
        if (page.why === 'auth') await expireMailbox(app.db, mailboxId, page.detail)
        return await failSync(app.db, mailboxId, page.detail)
      }
      for (const message of page.messages) {
        const inbound = await classifyInbound(message.raw, message.receivedAt)
        const { providerId, threadId, receivedAt } = message
        const received = { mailboxId, providerId, receivedAt, inbound, ...(threadId ? { threadId } : {}) }
        const now = await app.clock.now()
        await retryConflicts(() => takeInbound(app.db, started.userId, received, now, app.secrets))
      }
      cursor = page.cursor
      await saveCursor(app.db, mailboxId, cursor)
      if (!page.more) return await finishSync(app.db, mailboxId, readAt)
    }
  } finally {
    await provider.close()
  }
}

/** Reads a mailbox now unless it was read within `ms` of mail time. */
export async function syncIfOlder(mailboxId: string, ms: number, context: JobContext): Promise<void> {
  const age = await syncCursorAge(context.app.db, mailboxId, await context.app.clock.now())
  if (age === null || age > ms) await runSyncMailbox({ mailboxId }, context)
}
