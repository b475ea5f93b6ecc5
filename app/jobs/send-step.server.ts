import { isDatabaseAway, retryConflicts } from '../db.server'
import { type Content, prepareMails } from '../models/mail-content.server'
import { openMailbox } from '../models/mailbox.server'
import { expireMailbox } from '../models/mailbox-status.server'
import { beginSends, type Claim, claimSends, nextSlotAt } from '../models/outbox.server'
import { type Outcome, recordOutcomes } from '../models/outbox-record.server'
import { composeMail } from '../providers/mail/compose'
import type { MailProvider, SendResult } from '../providers/mail/types'
import type { JobContext } from './context'
import { TICK_MS } from './due-scan.server'
import { enqueueAfter } from './enqueue.server'
import { syncIfOlder } from './sync-mailbox.server'

/** Calls at once to one mailbox (reference: at most 5 per Gmail user). */
const PER_MAILBOX = 4
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
    const contents = await prepareMails(
      app.db,
      claims.map((claim) => claim.id),
      app.env.appUrl,
    )
    const usable = contents.filter((content) => mailboxes.has(content.envelope.mailboxId))
    const now = await app.clock.now()
    const prepared = usable.map((content) => content.prepared)
    const started = await retryConflicts(() => beginSends(app.db, prepared, worker, now))
    await Promise.all(
      [...groupByMailbox(usable)].map(([mailboxId, mails]) =>
        sendFromMailbox(
          mailboxes.get(mailboxId)!,
          mails.filter((mail) => started.has(mail.envelope.sendId)),
          now,
          context,
        ),
      ),
    )
  } finally {
    for (const mailbox of mailboxes.values()) await mailbox.close()
  }
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

function groupByMailbox(contents: Content[]): Map<string, Content[]> {
  const groups = new Map<string, Content[]>()
  for (const content of contents) {
    const { mailboxId } = content.envelope
    groups.set(mailboxId, [...(groups.get(mailboxId) ?? []), content])
  }
  return groups
}

async function sendFromMailbox(
  provider: MailProvider,
  mails: Content[],
  now: Date,
  { app, signal }: JobContext,
): Promise<void> {
  if (mails.length === 0) return
  const waiting = [...mails]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
      outcomes.push({ sendId: mail.envelope.sendId, result: await sendOne(provider, mail, now, signal) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(PER_MAILBOX, mails.length) }, work))
  const at = await app.clock.now()
  await retryConflicts(() => recordOutcomes(app.db, outcomes, at, app.secrets))
}

/** Anything that goes wrong before the hand-over is known not to have been sent. */
async function sendOne(
  provider: MailProvider,
  { envelope, prepared }: Content,
  now: Date,
  signal: AbortSignal,
): Promise<SendResult> {
  if ('hold' in prepared) throw new Error('a mail on hold was started')
  let raw: Buffer
  try {
    raw = await composeMail({
      sendId: envelope.sendId,
      messageId: prepared.messageId,
      date: now,
      from: envelope.from,
      to: envelope.to,
      subject: prepared.mail.subject,
      text: prepared.mail.text,
      html: prepared.mail.html,
      unsubscribeUrl: envelope.unsubscribeUrl,
      references: envelope.references,
      ...(envelope.references.length > 0 ? { inReplyTo: envelope.references.at(-1)! } : {}),
    })
  } catch (error) {
    return { ok: false, why: 'refused', detail: error instanceof Error ? error.message : String(error) }
  }
  return provider.send(
    {
      sendId: envelope.sendId,
      raw,
      from: envelope.from.address,
      to: envelope.to.address,
      messageId: prepared.messageId,
      ...(prepared.threadId ? { threadId: prepared.threadId } : {}),
    },
    signal,
  )
}
