import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emailLogs, emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { onDeferred, onHold, onSent, onStop } from '~/engine/events'
import { MIN_SECONDS_TO_OPEN } from '~/engine/opens'
import { retryAt } from '~/engine/retry'
import type { Decision } from '~/engine/types'
import { stopMail } from '~/models/contacts/stops.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import { type Decided, releaseSends, saveDecisions } from '~/models/enrollments/store.server'
import { countRefusal } from '~/models/mailboxes/health.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { notifyQuotaExceeded, type SpentDay } from '~/models/notifications/notification.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import type { SendResult } from '~/providers/mail/types'
import type { ProviderFailure } from '~/providers/net/failure'
import type { Secrets } from '~/secrets.server'
import { type Accepted, recordUnchanged, storeSent } from './sent.server'
import type { Known } from './start.server'

type Send = typeof emailSends.$inferSelect

export interface Outcome {
  sendId: string
  /** What the attempt carried: each attempt at a mail has its own, so it tells which one this is the answer to. */
  messageId: string
  result: SendResult
  /** When it started, in mail time. */
  startedAt?: Date
  /** What was known when it started: used where nothing has changed since. */
  known?: Known
}

/**
 * Records what providers answered, in one transaction. A row counts once: what was settled meanwhile (recovered, or
 * proven sent) stays as it is. An unknown outcome leaves the row `sending` with its lease over, for recovery. A failure
 * speaks of its own attempt alone: one that comes after the user had the mail sent again changes nothing. That it was
 * accepted is proof whenever it comes.
 */
export async function recordOutcomes(
  db: Db,
  outcomes: Outcome[],
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const recorded = await recordUnchanged(
    db,
    outcomes.flatMap((outcome) => asUnchanged(outcome, now)),
    now,
  )
  const others = outcomes.filter((outcome) => !recorded.has(outcome.sendId))
  if (others.length > 0) await recordAnew(db, others, now, secrets)
}

/** One that took so long that a person may have opened it is recorded with what its hits say. */
const asUnchanged = ({ sendId, result, known, startedAt }: Outcome, now: Date) =>
  result.ok && known && now.getTime() - (startedAt ?? now).getTime() < MIN_SECONDS_TO_OPEN * 1000
    ? [{ sendId, result, known }]
    : []

/** Reads again what the outcomes are about, under the locks. */
async function recordAnew(db: Db, outcomes: Outcome[], now: Date, secrets: Secrets): Promise<void> {
  const resultOf = new Map(outcomes.map((outcome) => [outcome.sendId, outcome.result]))
  const attemptOf = new Map(outcomes.map((outcome) => [outcome.sendId, outcome.messageId]))
  await db.transaction(async (tx) => {
    const heads = await tx
      .select({ enrollment: emailSends.sequenceContactId })
      .from(emailSends)
      .where(inArray(emailSends.id, [...resultOf.keys()]))
    const enrollments = await lockEnrollments(
      tx,
      heads.flatMap((head) => head.enrollment ?? []),
    )
    const settled = await storeSent(
      tx,
      outcomes.flatMap(({ sendId, result }) => (result.ok ? [{ sendId, result }] : [])),
      now,
    )
    const locked = await lockFailed(
      tx,
      outcomes.filter((outcome) => !outcome.result.ok).map((outcome) => outcome.sendId),
    )
    const failed = locked.filter((send) => send.messageId === attemptOf.get(send.id))
    for (const send of failed) await storeFailure(tx, send, resultOf.get(send.id) as ProviderFailure, now)
    const loaded = await loadSnapshots(tx, enrollments, now)
    const loadedOf = new Map(loaded.map((one) => [one.snapshot.enrollment.id, one]))
    const decided: Decided[] = []
    for (const { enrollmentId, stepId, visit } of settled) {
      const one = enrollmentId ? loadedOf.get(enrollmentId) : undefined
      if (one && stepId) decided.push({ loaded: one, decision: onSent(one.snapshot, { stepId, visit }) })
    }
    for (const send of failed) {
      const one = send.sequenceContactId ? loadedOf.get(send.sequenceContactId) : undefined
      const decision = one && decideFailure(one.snapshot, send, resultOf.get(send.id) as ProviderFailure, now)
      if (decision) decided.push({ loaded: one, decision })
    }
    await saveDecisions(tx, decided, now)
    await afterFailures(tx, failed, resultOf, now, secrets)
  })
}

async function lockFailed(tx: Db, ids: string[]): Promise<Send[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(emailSends)
    .where(and(inArray(emailSends.id, ids), inArray(emailSends.state, ['sending', 'uncertain'])))
    .orderBy(asc(emailSends.id))
    .for('update')
}

/** A mail of unknown outcome arrived: an open, a reply or a report shows it, or it was found in the Sent folder. */
export async function proveSent(tx: Db, send: Send, now: Date, found?: Accepted): Promise<void> {
  const known = { ok: true as const, providerId: send.providerId ?? '', messageId: send.messageId ?? '' }
  const result = found ?? { ...known, ...(send.providerThreadId ? { threadId: send.providerThreadId } : {}) }
  await storeSent(tx, [{ sendId: send.id, result }], now)
  if (!send.sequenceContactId || !send.stepId) return
  const { stepId, visit } = send
  await applyToEnrollments(
    tx,
    eq(sequenceContacts.id, send.sequenceContactId),
    (s) => onSent(s, { stepId, visit }),
    now,
  )
}

/** The log's columns that come from the mail itself. */
const logOf = (send: Send) => ({
  userId: send.userId,
  emailSendId: send.id,
  sequenceId: send.sequenceId,
  contactId: send.contactId,
  stepId: send.stepId,
  templateId: send.templateId,
  sequenceContactId: send.sequenceContactId,
  recipientEmail: send.recipientEmail,
  recipientName: send.recipientName,
  senderEmail: send.senderEmail,
  sequenceName: send.sequenceName,
  stepName: send.stepName,
  subject: send.subject,
  trackingToken: send.trackingToken,
  unsubscribeToken: send.unsubscribeToken,
  isTestEmail: send.isTest,
})

/** Whether a failure is the end of this mail. */
const isFinal = (send: Send, failure: ProviderFailure, now: Date): boolean =>
  failure.why === 'refused' ||
  failure.why === 'policy' ||
  (failure.why === 'retry' && retryAt(send.attempts, now, send.id, failure.retryAt) === null)

async function storeFailure(tx: Db, send: Send, failure: ProviderFailure, now: Date): Promise<void> {
  const words = { error: failure.detail.slice(0, 2000), errorCode: failure.code?.slice(0, 100) ?? null }
  if (failure.why === 'unknown') {
    await tx
      .update(emailSends)
      .set({ ...words, leaseEndsAt: sql`now()` })
      .where(eq(emailSends.id, send.id))
    return
  }
  await releaseSends(tx, [send.id])
  const final = isFinal(send, failure, now)
  await tx
    .update(emailSends)
    .set({ ...words, state: final ? 'failed' : 'cancelled', claimedBy: null, leaseEndsAt: null })
    .where(eq(emailSends.id, send.id))
  if (!final) return
  await tx
    .insert(emailLogs)
    .values({
      ...logOf(send),
      failedAt: now,
      createdAt: now,
      bouncedAt: failure.hard ? now : null,
      detail: failure.detail.slice(0, 2000),
    })
    .onConflictDoNothing()
}

function decideFailure(
  s: Parameters<typeof onStop>[0],
  send: Send,
  failure: ProviderFailure,
  now: Date,
): Decision | null {
  // The row that failed is settled: it is not under way for what follows.
  const snapshot = { ...s, facts: { ...s.facts, pendingSend: null } }
  const inputs = { detail: failure.detail.slice(0, 500), code: failure.code ?? null }
  switch (failure.why) {
    case 'unknown':
      return null
    case 'refused':
      return onStop(snapshot, failure.hard ? 'hard_bounce' : 'send_failed', inputs)
    case 'policy':
      return onStop(snapshot, 'send_failed', inputs)
    case 'auth':
      return onHold(snapshot, 'mailbox_not_connected', null, inputs)
    case 'quota':
      return onHold(snapshot, 'quota', failure.retryAt ?? new Date(now.getTime() + 24 * 3_600_000), inputs)
    case 'retry': {
      const again = retryAt(send.attempts, now, send.id, failure.retryAt)
      return again ? onDeferred(snapshot, again, inputs) : onStop(snapshot, 'send_failed', inputs)
    }
  }
}

/** What failures mean beyond their own enrollment: the address, the mailbox, the day. */
async function afterFailures(
  tx: Db,
  sends: Send[],
  results: Map<string, SendResult>,
  now: Date,
  secrets: Secrets,
) {
  const spent: SpentDay[] = []
  for (const send of sends) {
    const result = results.get(send.id)!
    if (result.ok) continue
    await countRefusal(tx, send, result, now)
    if (result.why === 'refused' && result.hard && send.contactId) {
      await stopMail(tx, send.userId, send.contactId, 'hardBounce', now, secrets)
    }
    if (result.why === 'auth' && send.senderAccountId) {
      await expireMailbox(tx, send.senderAccountId, result.detail)
    }
    if (result.why === 'quota' && send.senderAccountId && send.sequenceId) {
      spent.push({
        userId: send.userId,
        sequenceId: send.sequenceId,
        day: localDay(now, 'UTC'),
        contactEmail: send.recipientEmail,
        accountEmail: send.senderEmail,
      })
    }
  }
  await notifyQuotaExceeded(tx, spent)
}
