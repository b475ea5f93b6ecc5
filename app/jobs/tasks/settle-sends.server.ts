import { openOrExpire } from '~/jobs/mailboxes/sync-mailbox.server'
import type { JobContext } from '~/jobs/queue/context'
import { recordOutcomes } from '~/models/outbox/record.server'
import {
  listUnknownSends,
  settleFound,
  settleNotFound,
  type UnknownSend,
} from '~/models/outbox/recovery.server'

/**
 * Looks for sends in a mailbox's Sent folder. It contains only what the server accepted, whether the server keeps copies itself or we
 * store them. A mailbox that cannot be queried now proves nothing: the next run retries.
 */
export async function runSettleSends(
  { mailboxId }: { mailboxId: string },
  { app, signal }: JobContext,
): Promise<void> {
  const sends = await listUnknownSends(app.db, await app.clock.now(), mailboxId)
  if (sends.length === 0) return
  const provider = await openOrExpire(mailboxId, app)
  try {
    for (const [index, send] of sends.entries()) {
      if (signal.aborted) return
      const found = await provider?.findSent(send.id, send.to, signal, send.preparedId)
      const now = await app.clock.now()
      if (!found?.ok) {
        // The mailbox has been unreachable for so long that the user decides.
        for (const left of sends.slice(index))
          if (left.isStale) await settleNotFound(app.db, left, now, false)
        return
      }
      if (found.providerId === null && found.isUnsent) await retryUnsent(send, now, app)
      else if (found.providerId === null) await settleNotFound(app.db, send, now, true)
      else await settleFound(app.db, send.id, found, now)
    }
  } finally {
    await provider?.close()
  }
}

/** An email that was prepared but never sent is retried like after any failure before the hand-over. */
async function retryUnsent(
  { id: sendId, messageId }: UnknownSend,
  now: Date,
  { db, secrets }: JobContext['app'],
): Promise<void> {
  const result = { ok: false, why: 'retry', detail: 'The email was prepared, but not sent' } as const
  await recordOutcomes(db, [{ sendId, messageId, result }], now, secrets)
}
