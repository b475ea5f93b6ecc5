import { listStalledJobs } from '../models/job.server'
import { openMailbox } from '../models/mailbox-open.server'
import { SHARDS } from '../models/mailbox-slots.server'
import {
  listUnknownSends,
  releaseDead,
  settleFound,
  settleNotFound,
  type UnknownSend,
} from '../models/recovery.server'
import type { JobContext } from './context'
import { enqueue } from './enqueue.server'

/** Frees what dead workers held, then settles mails whose outcome is unknown. */
export async function runRecover(context: JobContext): Promise<void> {
  const { app } = context
  const { claims } = await releaseDead(app.db)
  if (claims > 0) for (let shard = 0; shard < SHARDS; shard++) await enqueue(app.db, 'send-step', { shard })
  for (const { id, type } of await listStalledJobs(app.db)) {
    await enqueue(app.db, type === 'enrollment' ? 'enroll-contacts' : 'import-contacts', { jobId: id })
  }
  for (const send of await listUnknownSends(app.db, await app.clock.now())) {
    if (context.signal.aborted) return
    await settle(send, context)
  }
}

async function settle(send: UnknownSend, { app, signal }: JobContext): Promise<void> {
  if (!send.canAsk || !send.mailboxId) return settleNotFound(app.db, send.id, await app.clock.now(), false)
  const provider = await openMailbox(app.db, send.mailboxId, app)
  try {
    const found = await provider.findSent(send.id, send.to, signal)
    // A mailbox that cannot be asked just now says nothing: the next call asks again.
    if (!found.ok) return
    const now = await app.clock.now()
    if (found.providerId === null) await settleNotFound(app.db, send.id, now, true)
    else await settleFound(app.db, send.id, found, now)
  } finally {
    await provider.close()
  }
}
