import { retryConflicts } from '../db.server'
import type { Content } from '../models/mail-content.server'
import { beginSends } from '../models/outbox.server'
import { type Outcome, recordOutcomes } from '../models/outbox-record.server'
import type { Known } from '../models/outbox-start.server'
import { asciiDomain, composeMail } from '../providers/mail/compose'
import type { MailProvider, SendResult } from '../providers/mail/types'
import type { JobContext } from './context'

/** Mails started together at most. */
const START_BATCH = 50
/** Outcomes recorded together at most. */
const RECORD_BATCH = 250
/** Longer than the providers' own limits for a call. */
const SEND_LIMIT_MS = 180_000

/** A claimed mail on its way. */
export interface Outgoing {
  content: Content
  known: Known | undefined
}

/**
 * Hands mails over: starts as many as their mailboxes have room for, and records what came back. Both go on at the same
 * time, each a transaction at once, so their batches grow with the load. A mail counts against its mailbox's room from
 * its start until it is recorded: that many outcomes are unknown if the process dies. When asked to stop, or when the
 * database fails, nothing more starts and what has started is waited for.
 * @returns those that were not started
 */
export async function handOver(
  mails: Outgoing[],
  mailboxes: Map<string, MailProvider>,
  { app, worker, signal }: JobContext,
): Promise<Outgoing[]> {
  const waiting = queuesOf(mails)
  const open = new Map<string, number>()
  const sending = new Set<Promise<void>>()
  const outcomes: (Outcome & { mailboxId: string })[] = []
  const changes = createChanges()
  let isStarting = true
  let isBroken = false
  /** How long a hand-over takes, the last few weighing most; slow until shown otherwise. */
  let usualMs = 2 * FAST_MS
  const count = (group: { mailboxId: string }[], by: 1 | -1) => {
    for (const { mailboxId } of group) {
      const left = (open.get(mailboxId) ?? 0) + by
      if (left > 0) open.set(mailboxId, left)
      else open.delete(mailboxId)
    }
    changes.tell()
  }

  const start = async () => {
    while (waiting.size > 0 && !signal.aborted && !isBroken) {
      const group = takeGroup(waiting, (id) => room(mailboxes.get(id)!, usualMs) - (open.get(id) ?? 0))
      if (group.length === 0) {
        await changes.next()
        continue
      }
      const places = new Set(group.map(({ content }) => content.envelope))
      count([...places], 1)
      try {
        const now = await app.clock.now()
        const started = await retryConflicts(() => beginSends(app.db, group.map(preparedOf), worker, now))
        // A mail that has started is not cut off by a stop, only by a limit beyond the providers' own.
        const limit = AbortSignal.timeout(SEND_LIMIT_MS)
        for (const mail of group) {
          const { envelope } = mail.content
          if (!started.has(envelope.sendId)) continue
          places.delete(envelope)
          const sent = send(mail, now, limit).finally(() => sending.delete(sent))
          sending.add(sent)
        }
      } finally {
        count([...places], -1)
      }
    }
  }
  const send = async ({ content, known }: Outgoing, now: Date, limit: AbortSignal) => {
    const { sendId, mailboxId } = content.envelope
    const since = performance.now()
    const result = await sendOne(mailboxes.get(mailboxId)!, content, now, limit)
    usualMs += (performance.now() - since - usualMs) / 8
    outcomes.push({ sendId, mailboxId, result, ...(known ? { known } : {}) })
    changes.tell()
  }
  const record = async () => {
    while (isStarting || open.size > 0) {
      const batch = outcomes.splice(0, RECORD_BATCH)
      if (batch.length === 0) {
        await changes.next()
        continue
      }
      const now = await app.clock.now()
      await retryConflicts(() => recordOutcomes(app.db, batch, now, app.secrets))
      count(batch, -1)
    }
  }

  signal.addEventListener('abort', changes.tell, { once: true })
  const results = await Promise.allSettled([
    start().finally(() => {
      isStarting = false
      changes.tell()
    }),
    record().catch((error: unknown) => {
      isBroken = true
      changes.tell()
      throw error
    }),
  ])
  signal.removeEventListener('abort', changes.tell)
  await Promise.all(sending)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return [...waiting.values()].flat()
}

/** Lets loops wait until something has changed. */
function createChanges() {
  let waiting: (() => void)[] = []
  return {
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    tell() {
      const told = waiting
      waiting = []
      for (const go of told) go()
    },
  }
}

/** A provider that answers faster than this, in milliseconds, would wait for our transactions. */
const FAST_MS = 30

/**
 * How many mails of a mailbox may be under way: one on each connection. Where the provider is as fast as the database,
 * also one on its way there and one on its way back, so that no connection is idle meanwhile.
 */
const room = (mailbox: MailProvider, usualMs: number) => mailbox.connections * (usualMs < FAST_MS ? 3 : 1)

function queuesOf(mails: Outgoing[]): Map<string, Outgoing[]> {
  const queues = new Map<string, Outgoing[]>()
  for (const mail of mails) {
    const { mailboxId } = mail.content.envelope
    const queue = queues.get(mailboxId)
    if (queue) queue.push(mail)
    else queues.set(mailboxId, [mail])
  }
  return queues
}

/** The next mails of all mailboxes that have room, each mailbox in its order. Empty queues go. */
function takeGroup(waiting: Map<string, Outgoing[]>, roomOf: (mailboxId: string) => number): Outgoing[] {
  const group: Outgoing[] = []
  for (const [mailboxId, queue] of waiting) {
    group.push(...queue.splice(0, Math.max(0, Math.min(roomOf(mailboxId), START_BATCH - group.length))))
    if (queue.length === 0) waiting.delete(mailboxId)
    if (group.length === START_BATCH) break
  }
  return group
}

const preparedOf = ({ content: { prepared }, known }: Outgoing) => ({
  ...prepared,
  ...(known ? { known } : {}),
})

/** Anything that goes wrong before the hand-over is known not to have been sent. */
async function sendOne(
  provider: MailProvider,
  { envelope, prepared }: Content,
  now: Date,
  limit: AbortSignal,
): Promise<SendResult> {
  if ('hold' in prepared) throw new Error('a mail on hold was started')
  let raw: Buffer
  let to: string
  try {
    to = asciiDomain(envelope.to.address, 'to')
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
  try {
    return await provider.send(
      {
        sendId: envelope.sendId,
        raw,
        from: envelope.from.address,
        to,
        messageId: prepared.messageId,
        ...(prepared.threadId ? { threadId: prepared.threadId } : {}),
      },
      limit,
    )
  } catch (error) {
    // A defect of ours after the start: nobody can tell whether it left.
    return { ok: false, why: 'unknown', detail: error instanceof Error ? error.message : String(error) }
  }
}
