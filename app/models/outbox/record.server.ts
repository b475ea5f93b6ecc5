import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { contacts, emailLogs, emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onDeferred, onHold, onSent, onServerHold, onStop, onUnreachable } from '~/engine/events'
import { MAX_ATTEMPTS, retryAt } from '~/engine/retry'
import type { Decision } from '~/engine/types'
import { stopRecipient } from '~/models/contacts/stops.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { holdUnreachable, releaseReachable } from '~/models/enrollments/reach.server'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import { type DecidedEnrollment, releaseSends, saveDecisions } from '~/models/enrollments/store.server'
import { countRefusal } from '~/models/mailboxes/health.server'
import { endOutages, noteOutage } from '~/models/mailboxes/outage.server'
import {
  findEarlierRefusals,
  isDoubtful,
  judgeRefusals,
  pendingInput,
  withdrawRefusals,
} from '~/models/mailboxes/refusals.server'
import { type EndedHold, endServerHolds, type ServerHold } from '~/models/mailboxes/server-hold.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { lockEnrollmentsWhere } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { SendResult } from '~/providers/mail/types'
import type { ProviderFailure } from '~/providers/net/failure'
import type { Secrets } from '~/secrets.server'
import { reportManualFailure, reportPartialRefusal, retryManual } from './manual.server'
import { type Accepted, type SentSend, storeSent } from './sent.server'
import { logOf } from './stage.server'

type Send = typeof emailSends.$inferSelect

/** A provider's result of one attempt at a send. */
export interface Outcome {
  sendId: string
  /** The Message-ID of the attempt: each attempt has its own. */
  messageId: string
  result: SendResult
}

/**
 * Stores the id under which a provider keeps an email before it leaves: after a crash the provider is asked for it.
 * @throws Error if the attempt no longer counts, so that nothing leaves
 */
export async function keepPrepared(
  db: Db,
  { sendId, messageId }: Pick<Outcome, 'sendId' | 'messageId'>,
  providerId: string,
): Promise<void> {
  const kept = await db
    .update(emailSends)
    .set({ providerId })
    .where(
      and(eq(emailSends.id, sendId), eq(emailSends.state, 'sending'), eq(emailSends.messageId, messageId)),
    )
    .returning({ id: emailSends.id })
  if (kept.length === 0) throw new Error('another worker has settled this attempt')
}

/**
 * Records the results of providers, in one transaction: the sends, the log, the counters, and the next action of the enrollments.
 * Each send is settled once: a second result, or one that recovery was faster to find out, changes nothing. After an `unknown` result the
 * send stays `sending` and its lease ends, so that recovery looks for it. A failure counts only for its own attempt: the user
 * may have sent the email again meanwhile. Acceptance counts whenever it arrives, because it proves that the email was sent.
 * @returns the mailboxes whose server takes no more emails for now, and those whose server takes them again
 */
export async function recordOutcomes(
  db: Db,
  outcomes: Outcome[],
  now: Date,
  secrets: Secrets,
): Promise<{ held: ServerHold[]; ended: EndedHold[] }> {
  const accepted = outcomes.flatMap(({ sendId, result }) => (result.ok ? [{ sendId, result }] : []))
  const failures = outcomes.filter((outcome) => !outcome.result.ok)
  return db.transaction(async (tx) => {
    const resultOf = new Map(outcomes.map((outcome) => [outcome.sendId, outcome.result]))
    const doubtful = failures.flatMap(({ sendId, result }) => (isDoubtful(result) ? [sendId] : []))
    const earlier = await findEarlierRefusals(tx, doubtful, now)
    const enrollments = await lockEnrollmentsOf(tx, [...resultOf.keys(), ...earlier.map(({ id }) => id)])
    const [sent, failed] = await Promise.all([storeSent(tx, accepted, now), lockFailed(tx, failures)])
    const { holds, withdrawn } = await judgeRefusals(tx, failed, resultOf, earlier, now)
    for (const send of failed) await storeFailure(tx, send, resultOf.get(send.id) as ProviderFailure, now)
    const loaded = await loadSnapshots(tx, enrollments, now)
    const loadedOf = new Map(loaded.map((enrollment) => [enrollment.snapshot.enrollment.id, enrollment]))
    const decided: DecidedEnrollment[] = []
    for (const { enrollmentId, stepId, visit } of sent) {
      const enrollment = enrollmentId ? loadedOf.get(enrollmentId) : undefined
      if (enrollment && stepId)
        decided.push({ loaded: enrollment, decision: onSent(enrollment.snapshot, { stepId, visit }) })
    }
    for (const send of failed) {
      const enrollment = send.sequenceContactId ? loadedOf.get(send.sequenceContactId) : undefined
      const decision =
        enrollment && decideFailure(enrollment.snapshot, send, resultOf.get(send.id) as ProviderFailure, now)
      if (decision) decided.push({ loaded: enrollment, decision })
    }
    decided.push(...(await withdrawRefusals(tx, withdrawn, loadedOf)))
    await saveDecisions(tx, decided, now)
    await releaseReachable(
      tx,
      withdrawn.flatMap(({ refusal }) => refusal.contactId ?? []),
      now,
    )
    await afterFailures(tx, failed, resultOf, now, secrets)
    await recordReach(tx, sent, failed, resultOf, now)
    await reportRejected(tx, accepted)
    const ended =
      sent.length === 0
        ? []
        : await endServerHolds(
            tx,
            sent.map(({ id }) => id),
            now,
          )
    return { held: holds, ended }
  })
}

/** Tells the user which recipients of accepted emails were refused. */
async function reportRejected(tx: Db, accepted: { sendId: string; result: Accepted }[]): Promise<void> {
  for (const { sendId, result } of accepted) {
    if (!result.rejected?.length) continue
    const [send] = await tx.select().from(emailSends).where(eq(emailSends.id, sendId))
    if (send?.isManual) await reportPartialRefusal(tx, send, result.rejected)
  }
}

/** Records which mailboxes could log in to their servers, and which could not. */
async function recordReach(
  tx: Db,
  sent: SentSend[],
  failed: Send[],
  resultOf: Map<string, SendResult>,
  now: Date,
): Promise<void> {
  const reached = new Set(sent.flatMap(({ mailboxId }) => mailboxId ?? []))
  for (const { id, senderAccountId } of failed) {
    const result = resultOf.get(id) as ProviderFailure
    if (!senderAccountId) continue
    if (result.outage)
      await noteOutage(
        tx,
        senderAccountId,
        { direction: 'send', kind: result.outage, detail: result.detail },
        now,
      )
    else if (ANSWERS.has(result.why)) reached.add(senderAccountId)
  }
  await endOutages(tx, [...reached], 'send', now)
}

/** Failures that a server replied with, after a login. */
const ANSWERS = new Set<ProviderFailure['why']>(['refused', 'sender', 'policy'])

async function lockEnrollmentsOf(tx: Db, sendIds: string[]): Promise<string[]> {
  const among = isAmong(emailSends.id, sendIds)
  const ids = tx.select({ id: emailSends.sequenceContactId }).from(emailSends).where(among)
  const rows = await lockEnrollmentsWhere(tx, inArray(sequenceContacts.id, ids))
  return rows.map((row) => row.id)
}

/** Locks the sends that failed, without those that are settled by now or are being sent again. */
async function lockFailed(tx: Db, failures: Outcome[]): Promise<Send[]> {
  if (failures.length === 0) return []
  const attemptOf = new Map(failures.map((outcome) => [outcome.sendId, outcome.messageId]))
  const sends = await tx
    .select()
    .from(emailSends)
    .where(
      and(isAmong(emailSends.id, [...attemptOf.keys()]), inArray(emailSends.state, ['sending', 'uncertain'])),
    )
    .orderBy(asc(emailSends.id))
    .for('update')
  return sends.filter((send) => send.messageId === attemptOf.get(send.id))
}

/** Settles a send of unknown outcome as sent: an open, a reply or a report proves it, or the Sent folder has it. */
export async function proveSent(tx: Db, send: Send, now: Date, found?: Accepted): Promise<void> {
  const known = {
    ok: true as const,
    providerId: send.providerId ?? send.messageId ?? '',
    messageId: send.messageId ?? '',
  }
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

/** Whether a failure is final. Otherwise the send is retried. */
const isFinal = (send: Send, failure: ProviderFailure, now: Date): boolean =>
  failure.why === 'refused' ||
  failure.why === 'policy' ||
  (failure.why === 'retry' && nextAttempt(send, failure, now) === null)

/** The time of the next attempt after a transient failure. A server that lets nobody in says nothing about the email: the attempts go on. */
const nextAttempt = (
  { id, attempts }: Send,
  { retryAt: said, outage }: ProviderFailure,
  now: Date,
): Date | null => retryAt(outage ? Math.min(attempts, MAX_ATTEMPTS - 1) : attempts, now, id, said)

/** Whether the enrollment waits after a refusal. Then the email can be sent later: it is only logged as failed. */
const isHeldFor = (send: Send, { why, isUnexplained }: ProviderFailure): boolean =>
  why === 'refused' && isUnexplained === true && send.sequenceContactId !== null

async function storeFailure(tx: Db, send: Send, failure: ProviderFailure, now: Date): Promise<void> {
  const problem = { error: failure.detail.slice(0, 2000), errorCode: failure.code?.slice(0, 100) ?? null }
  if (failure.why === 'unknown') {
    await tx
      .update(emailSends)
      .set({ ...problem, leaseEndsAt: sql`now()` })
      .where(eq(emailSends.id, send.id))
    return
  }
  if (send.isManual && !isFinal(send, failure, now)) return retryManual(tx, send, failure, now)
  await releaseSends(tx, [send.id])
  const final = isFinal(send, failure, now)
  await tx
    .update(emailSends)
    .set({
      ...problem,
      state: final && !isHeldFor(send, failure) ? 'failed' : 'cancelled',
      claimedBy: null,
      leaseEndsAt: null,
    })
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
  // The failed send is settled: the engine must not see it as pending.
  const snapshot = { ...s, facts: { ...s.facts, pendingSend: null } }
  const inputs = { detail: failure.detail.slice(0, 500), code: failure.code ?? null }
  switch (failure.why) {
    case 'unknown':
      return null
    case 'refused':
      if (isHeldFor(send, failure)) return onUnreachable(snapshot, inputs)
      return onStop(snapshot, failure.hard ? 'hard_bounce' : 'send_failed', inputs)
    case 'policy':
      return onStop(snapshot, 'send_failed', { ...inputs, pending: pendingInput(snapshot.enrollment.action) })
    case 'sender':
      return onServerHold(snapshot, failure.retryAt ?? now, inputs)
    case 'auth':
      return onHold(snapshot, 'mailbox_not_connected', null, inputs)
    case 'retry': {
      const again = nextAttempt(send, failure, now)
      return again ? onDeferred(snapshot, again, inputs) : onStop(snapshot, 'send_failed', inputs)
    }
  }
}

/** Whether the contact is the only recipient: of an email that the user wrote, others may have been refused. */
async function isToContact(tx: Db, { isManual, contactId, recipientEmail, answer }: Send): Promise<boolean> {
  if (!isManual) return true
  if (!contactId) return false
  if (answer && answer.to.length + answer.cc.length + answer.bcc.length > 1) return false
  return (
    (await tx.$count(
      contacts,
      and(eq(contacts.id, contactId), sql`lower(${contacts.email}) = lower(${recipientEmail})`),
    )) > 0
  )
}

/** Applies the effects of failures beyond their own enrollment: on the contact, the mailbox and the daily limit. */
async function afterFailures(
  tx: Db,
  sends: Send[],
  results: Map<string, SendResult>,
  now: Date,
  secrets: Secrets,
) {
  for (const send of sends) {
    const result = results.get(send.id)!
    if (result.ok) continue
    await countRefusal(tx, send, result, now)
    // An answer may have gone to others than the contact.
    if (result.why === 'refused' && result.hard && (await isToContact(tx, send)))
      await stopRecipient(tx, send, 'hardBounce', now, secrets)
    const { userId, contactId, sequenceId, recipientEmail: contactEmail } = send
    if (contactId && isHeldFor(send, result)) {
      const unreached = { userId, contactId, contactEmail, sequenceId, detail: result.detail }
      await holdUnreachable(tx, unreached, now, send.sequenceContactId)
    }
    if (result.why === 'auth' && send.senderAccountId) {
      await expireMailbox(tx, send.senderAccountId, result.detail, now)
    }
  }
  for (const send of sends) {
    const result = results.get(send.id)!
    if (send.isManual && !result.ok && isFinal(send, result, now)) await reportManualFailure(tx, send, result)
  }
}
