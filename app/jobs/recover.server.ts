import { listStalledJobs } from '../models/job.server'
import { listStalledRemovals } from '../models/mailbox-removal.server'
import { SHARDS } from '../models/mailbox-slots.server'
import { listStalledWakes } from '../models/mailbox-wake.server'
import {
  listUnknownSends,
  releaseDead,
  settleAccepted,
  settleFound,
  settleNotFound,
  type UnknownSend,
} from '../models/recovery.server'
import type { JobContext } from './context'
import { forEachAtMost } from './each'
import { enqueue } from './enqueue.server'
import { openOrExpire } from './sync-mailbox.server'

/** Who does the jobs that users see. */
const WORKS = {
  contact_import: 'import-contacts',
  lead_import: 'import-leads',
  enrollment: 'enroll-contacts',
  import_undo: 'undo-import',
  export: 'export-log',
} as const

/** Mailboxes that are asked at the same time: one that does not answer holds up few others. */
const MAILBOXES_AT_ONCE = 5

/** Frees what dead workers held, then settles mails whose outcome is unknown. */
export async function runRecover(context: JobContext): Promise<void> {
  const { app } = context
  const { claims } = await releaseDead(app.db)
  if (claims > 0) for (let shard = 0; shard < SHARDS; shard++) await enqueue(app.db, 'send-step', { shard })
  for (const { id, type } of await listStalledJobs(app.db)) {
    await enqueue(app.db, WORKS[type], { jobId: id })
  }
  for (const mailboxId of await listStalledRemovals(app.db))
    await enqueue(app.db, 'remove-mailbox', { mailboxId })
  for (const waking of await listStalledWakes(app.db)) await enqueue(app.db, 'wake-mailbox', waking)
  await settleAccepted(app.db, await app.clock.now())
  const unknown = await listUnknownSends(app.db, await app.clock.now())
  const byMailbox = new Map<string | null, UnknownSend[]>()
  for (const send of unknown) {
    const asked = send.canAsk ? send.mailboxId : null
    byMailbox.set(asked, [...(byMailbox.get(asked) ?? []), send])
  }
  await forEachAtMost(MAILBOXES_AT_ONCE, byMailbox, ([mailboxId, sends]) =>
    mailboxId ? askMailbox(mailboxId, sends, context) : giveUp(sends, context),
  )
}

/** Nobody can be asked: the user decides. */
async function giveUp(sends: UnknownSend[], { app }: JobContext): Promise<void> {
  for (const send of sends) await settleNotFound(app.db, send, await app.clock.now(), false)
}

/**
 * Looks for mails in a mailbox's Sent folder. Only what the server accepted lies there, whether it keeps copies itself or
 * we put them there. A mailbox that cannot be asked just now says nothing: the next call asks again.
 */
async function askMailbox(mailboxId: string, sends: UnknownSend[], context: JobContext): Promise<void> {
  const { app, signal } = context
  const provider = await openOrExpire(mailboxId, app)
  try {
    for (const [index, send] of sends.entries()) {
      if (signal.aborted) return
      const found = await provider?.findSent(send.id, send.to, signal)
      const now = await app.clock.now()
      if (!found?.ok)
        return await giveUp(
          sends.slice(index).filter((one) => one.isStale),
          context,
        )
      if (found.providerId === null) await settleNotFound(app.db, send, now, true)
      else await settleFound(app.db, send.id, found, now)
    }
  } finally {
    await provider?.close()
  }
}
