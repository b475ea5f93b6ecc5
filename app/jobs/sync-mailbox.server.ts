import { isDatabaseAway } from '../db.server'
import { takeInbound } from '../models/inbound.server'
import { listMailboxesToSync } from '../models/mailbox.server'
import { openMailboxes } from '../models/mailbox-open.server'
import { expireMailbox } from '../models/mailbox-status.server'
import { failSync, finishSync, saveCursor, startSync, syncCursorAge } from '../models/sync.server'
import { classifyInbound } from '../providers/mail/inbound'
import type { MailProvider } from '../providers/mail/types'
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
  const provider = await openOrExpire(mailboxId, app)
  if (!provider) return
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
        await takeInbound(app.db, started.userId, received, now, app.secrets)
      }
      cursor = page.cursor
      await saveCursor(app.db, mailboxId, cursor)
      if (!page.more) return await finishSync(app.db, mailboxId, readAt)
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

/**
 * Reads a mailbox now unless it was read within `ms` of mail time. A mailbox that cannot be read stays as old as it is:
 * that holds its own follow-ups, and nobody else's mails.
 */
export async function syncIfOlder(mailboxId: string, ms: number, context: JobContext): Promise<void> {
  const { app } = context
  const age = await syncCursorAge(app.db, mailboxId, await app.clock.now())
  if (age !== null && age <= ms) return
  try {
    await runSyncMailbox({ mailboxId }, context)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    app.log.error({ err: error, mailboxId }, 'a mailbox could not be read')
  }
}
